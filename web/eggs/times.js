// A time as it is typed on the keypad: digits as on a microwave oven, or with units, as 1h30.

import { tr } from '../shared/language.js';

/** The longest time. */
const longest = 99 * 3600;

/** Texts that may become a time: with units, with colons. */
const beginnings = [/^(?=\d)(\d{1,4}h)?(\d{1,4}(m|mi|min)?)?(\d{1,4}s?)?$/, /^\d{1,4}(:\d{0,2}){1,2}$/];

const words = {
  zero: tr('A time doesn’t begin with 0.'),
  full: tr('More digits don’t fit: two are hours, two minutes and two seconds.'),
  long: tr('99 hours is the longest time.'),
};

/** What is typed after a key, and a sentence if the key can't count. */
export function typeKey(typed, key) {
  const text = typed + key.toLowerCase();
  if (text.startsWith('0')) return [typed, words.zero];
  if (/^\d{7}/.test(text)) return [typed, words.full];
  if (!/^\d+$/.test(text) && !beginnings.some((beginning) => beginning.test(text))) {
    return [typed, tr('“{text}” isn’t a time. Type digits only, or a time such as 1h30, 90m or 5:30.', { text })];
  }
  return secondsOf(text) > longest ? [typed, words.long] : [text, ''];
}

/** The typed time in seconds. */
export function secondsOf(typed) {
  const [hours, minutes, seconds] = partsOf(typed).map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The typed time as it is shown: `0:05`, `1:30:00`, `1h30`. */
export function shownTime(typed) {
  if (!/^\d*$/.test(typed)) return typed;
  return typed.padStart(3, '0').replace(/\B(?=(\d\d)+$)/g, ':');
}

/** Hours, minutes and seconds. */
function partsOf(typed) {
  if (typed.includes(':')) return ['0', ...typed.split(':')].slice(-3);
  if (/^\d*$/.test(typed)) return typed.padStart(6, '0').match(/\d\d/g);
  const parts = [0, 0, 0];
  let unit = 0;
  for (const [, number, letter] of typed.matchAll(/(\d+)([hms]?)/g)) {
    // A number without a unit has the next smaller one.
    unit = letter ? 'hms'.indexOf(letter) : unit;
    parts[unit++] = number;
  }
  return parts;
}
