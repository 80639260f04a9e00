// Numbers that somebody types on the till's pages; the till's own texts are in the page's language.

import { separator, tr } from '../shared/language.js';

/** The name of the decimal point or comma. */
export const separatorName = separator === ',' ? tr('Comma') : tr('Point');

/** A number as somebody typed it, as the till reads it: also `1,157`, which could else be more than a thousand. */
export const typedNumber = (text) => (separator === ',' && /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text);
