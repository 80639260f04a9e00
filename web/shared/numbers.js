// Numbers in the form of the browser's language.

/** The decimal point or comma. */
export const separator = new Intl.NumberFormat(undefined, { numberingSystem: 'latn' }).formatToParts(1.5)
  .find(({ type }) => type === 'decimal').value;

/** A number with a decimal point, such as `98.6`, as it is shown. */
export const shownNumber = (number) => number.replace('.', separator);

/**
 * The number that somebody typed, or NaN. A comma or point is that of decimals, except one before three digits that in the
 * browser's language groups them: `12,5` is twelve and a half everywhere, and `1,600` more than a thousand in English.
 */
export function numberOf(text, decimal = separator) {
  const group = decimal === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const plain = text.trim().replace('−', '-').replace(/^-?[1-9]\d{0,2}([.,]\d{3})+/, (grouped) => grouped.replace(group, '')).replace(',', '.');
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : NaN;
}
