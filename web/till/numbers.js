// Numbers and amounts of the till, which have a decimal point, also in calls, in the form of the browser's language.

import { locale, separator, tr } from '../shared/language.js';

const latin = { numberingSystem: 'latn' };
const wholeFormat = new Intl.NumberFormat(locale, latin);
const amountParts = new Intl.NumberFormat(locale, { ...latin, style: 'currency', currency: 'EUR' }).formatToParts(1.5);
const place = (type) => amountParts.findIndex((part) => part.type === type);
const isSignLast = place('currency') > place('integer');

/** The name of the decimal point or comma. */
export const separatorName = separator === ',' ? tr('Comma') : tr('Point');

/** A number as somebody typed it, as the till reads it: also `1,157`, which could else be more than a thousand. */
export const typedNumber = (text) => (separator === ',' && /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text);

/** The till's amounts are already in the page's language, but for the signs of thousands. */
const amount = new RegExp(`'[^']*'|([$€£]|Fr )?(\\d+)[.${separator}](\\d+)`, 'g');

/** A text of the till as it is shown: `$25.20` is `25,20 $` in German. Quoted text was typed by somebody, and stays. */
export function shownText(text) {
  return text.replace(amount, (found, sign = '', units, decimals) => {
    if (units === undefined) return found;
    // Only amounts have two decimals and may be large.
    const number = `${decimals.length === 2 ? wholeFormat.format(BigInt(units)) : units}${separator}${decimals}`;
    return sign && isSignLast ? `${number}\u00a0${sign.trim()}` : sign + number;
  });
}
