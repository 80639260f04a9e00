// The page's language: its sentences, numbers and lists. The page is in English where its catalogue says nothing.

/** What isn't English: eggweb puts in the sentences, and of one about a number the forms in which it differs. */
const catalogue = {};

export const language = globalThis.document?.documentElement.lang || 'en';

/** The locale of numbers, times and dates: the browser's where its language is the page's, else that of the pages without code. */
export function localeFor(browsers, page = 'en') {
  return browsers.split('-')[0] === page ? browsers : page === 'en' ? 'en-GB' : page;
}

export const locale = localeFor(new Intl.DateTimeFormat().resolvedOptions().locale, language);

const fill = (template, places) => template.replace(/\{(\w+)\}/g, (place, name) => places[name] ?? place);

/** The sentence in the page's language, with texts in its named places. script/translations finds the calls of this name. */
export const tr = (english, places = {}) => fill(catalogue[english] ?? english, places);

/** The form for a number: catalogues have them in this order. */
function form(forms, count) {
  const rules = new Intl.PluralRules(language);
  const categories = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((each) => rules.resolvedOptions().pluralCategories.includes(each));
  return forms[Math.min(categories.indexOf(rules.select(count)), forms.length - 1)];
}

function say(marked) {
  const [sentence, ...places] = marked.split('\x12').map((part) => part.split('\x13'));
  const [first, second, count] = sentence;
  const filled = Object.fromEntries(places);
  if (count !== undefined) return fill(form([catalogue[first] ?? [first, second]].flat(), count), filled);
  return fill(catalogue[sentence.join('\x04')] ?? second ?? first, filled);
}

/** A text of eggweb, whose sentences have marks (`Language.marked`), in the page's language. */
export function said(text) {
  // Those within others come first.
  const next = text.replace(/\x11([^\x11\x14]*)\x14/g, (_, marked) => say(marked));
  return next === text ? text.replace(/\x15(.)/gu, (_, letter) => letter.toLocaleUpperCase(language)) : said(next);
}

/** `soft, medium`; for `type`, see `Intl.ListFormat`. */
export const list = (texts, type = 'unit') => new Intl.ListFormat(locale, { style: type === 'unit' ? 'short' : 'long', type }).format(texts);

// Numbers

/** The decimal point or comma. */
export const separator = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  .find(({ type }) => type === 'decimal').value;

/** A number with a decimal point, such as `98.6`, as it is shown. */
export const shownNumber = (number) => number.replace('.', separator);

/**
 * The number that somebody typed, or NaN. A comma or point is that of decimals, except one before three digits that in the
 * page's language groups them: `12,5` is twelve and a half everywhere, and `1,600` more than a thousand in English.
 */
export function numberOf(text, decimal = separator) {
  const group = decimal === ',' ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const plain = text.trim().replace('−', '-').replace(/^-?[1-9]\d{0,2}([.,]\d{3})+/, (grouped) => grouped.replace(group, '')).replace(',', '.');
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : NaN;
}
