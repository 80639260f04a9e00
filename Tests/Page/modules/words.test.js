// The page's own words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeFor, numberOf, said } from '../../../web/shared/language.js';
import { clockFormatOf, clockText, dateText, degrees, elapsedText, rawEggText, sizeTexts, spokenTime, whileGone } from '../../../web/shared/words.js';

const sizes = [
  { name: 'M', grams: 58, maxGrams: 63, centimetres: 5.7 },
  { name: 'L', grams: 68, maxGrams: 73, centimetres: 6 },
  { name: 'XL', grams: 78, maxGrams: null, centimetres: 6.2 },
];
const places = [{ name: 'fridge', celsius: 4 }, { name: 'room', celsius: 20 }];

const cases = [
  [(index) => sizeTexts(sizes[index], sizes[index - 1]), [[0, ['up to 63 g', '5.7 cm']], [1, ['63–73 g', '6 cm']], [2, ['over 73 g', '6.2 cm']]]],
  [clockText, [[0, '0:00'], [1, '0:01'], [59001, '1:00'], [300000, '5:00'], [3600000, '1:00:00']]],
  [elapsedText, [[0, '0:00'], [999, '0:00'], [61999, '1:01']]],
  [spokenTime, [[300000, '5 minutes'], [90000, '1 minute 30 seconds'], [3601000, '1 hour 1 second'], [1, '1 second'], [0, 'no time']]],
  [(wanted) => localeFor(wanted, 'en'), [['en-US', 'en-US'], ['en', 'en'], ['de-DE', 'en-GB'], ['bg', 'en-GB']]],
  [function clock(place) { return clockFormatOf(place).format(new Date(2026, 10, 21, 8, 5)).replace('\u202f', ' '); },
    [['en-GB', '08:05'], ['de', '08:05'], ['es', '08:05'], ['en-US', '8:05 AM']]],
  [dateText, [['2026-11-21', 'Nov 21, 2026']]],
  [degrees, [[51.5, '52\u00a0°C'], [-0.4, '0\u00a0°C']]],
  [(egg) => rawEggText(egg, { sizes, places }), [
    [{ massG: 58, fromCelsius: 4, altitudeM: 0 }, 'M, fridge'],
    [{ massG: 68, fromCelsius: 20, altitudeM: 1600 }, 'L, room, 1,600 m'],
    [{ massG: 61.25, fromCelsius: 12, altitudeM: 0 }, '61.3 g, 12 °C'],
  ]],
];

test('a typed number has a point or a comma', () => {
  for (const [text, decimal, number] of [
    ['12,5', '.', 12.5], ['12,5', ',', 12.5], ['12.5', ',', 12.5], ['1,600', '.', 1600], ['1.600', ',', 1600], ['1,600', ',', 1.6],
    ['0.125', '.', 0.125], ['0,125', '.', 0.125], ['-40', '.', -40], ['1,600.5', '.', 1600.5], ['', '.', NaN], ['12,5,1', '.', NaN], ['5x', '.', NaN],
  ]) assert.equal(numberOf(text, decimal), number, `${text} with ${decimal}`);
});

for (const [words, examples] of cases) {
  test(words.name, () => {
    for (const [given, expected] of examples) assert.deepEqual(words(given), expected, JSON.stringify(given));
  });
}

test('a page that has lost eggd says that its countdowns continue, if it has any', () => {
  const [running, paused] = [true, false].map((ticks) => ({ shown: { ticks } }));
  assert.equal(whileGone('It has stopped.', [paused, running]), 'It has stopped. The time here keeps counting.');
  assert.equal(whileGone('It has stopped.', [paused]), 'It has stopped.');
});

test('a text of eggweb has the page’s sentences, also within others', () => {
  const [start, place, part, end, capital] = ['\x11', '\x12', '\x13', '\x14', '\x15'];
  const egg = `${start}soft egg${end}`;
  for (const [text, expected] of [
    ['left-pot', 'left-pot'], [`${capital}${egg}`, 'Soft egg'],
    [`${start}{label} is {state}${place}label${part}${egg}${place}state${part}{left} left${end}.`, 'soft egg is {left} left.'],
    [`${start}{count} egg${part}{count} eggs${part}1${place}count${part}1${end}`, '1 egg'],
    [`${start}{count} egg${part}{count} eggs${part}2${place}count${part}2${end}`, '2 eggs'],
    [`${start}a countdown${part}in${end}`, 'in'],
  ]) assert.equal(said(text), expected);
});
