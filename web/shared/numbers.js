// Numbers and amounts in the form of the browser's language. The till's own have a decimal point, also in calls.

const latin = { numberingSystem: 'latn' };
const wholeFormat = new Intl.NumberFormat(undefined, latin);
const amountParts = new Intl.NumberFormat(undefined, { ...latin, style: 'currency', currency: 'EUR' }).formatToParts(1.5);
const place = (type) => amountParts.findIndex((part) => part.type === type);
const isSignLast = place('currency') > place('integer');

/** The decimal point or comma. */
export const separator = amountParts[place('decimal')].value;

/** Its name. */
export const separatorName = separator === ',' ? 'Comma' : 'Point';

/** A number of the till, such as `98.6`, as it is shown. */
export const shownNumber = (number) => number.replace('.', separator);

/** A number as somebody typed it, as the till reads it: also `1,157`, which could else be more than a thousand. */
export const typedNumber = (text) => (separator === ',' && /^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text);

/**
 * The number that somebody typed, or NaN. A comma or point is that of decimals, except one before three digits that in the
 * browser's language groups them: `12,5` is twelve and a half everywhere, and `1,600` more than a thousand in English.
 */
export function numberOf(text, decimal = separator) {
  const group = decimal === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const plain = text.trim().replace('−', '-').replace(/^-?[1-9]\d{0,2}([.,]\d{3})+/, (grouped) => grouped.replace(group, '')).replace(',', '.');
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : NaN;
}

/** A text of the till as it is shown: `$25.20` is `25,20 $` in German. Quoted text was typed by somebody, and stays. */
export function shownText(text) {
  return text.replace(/'[^']*'|([$€£]|Fr )?(\d+)\.(\d+)/g, (found, sign = '', units, decimals) => {
    if (units === undefined) return found;
    // Only amounts have two decimals and may be large.
    const number = `${decimals.length === 2 ? wholeFormat.format(BigInt(units)) : units}${separator}${decimals}`;
    return sign && isSignLast ? `${number}\u00a0${sign.trim()}` : sign + number;
  });
}
