// The page's own words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, elapsedText } from '../../../web/shared/eggd.js';
import { capital, degrees, eggTitle, rawEggText, resultText, spokenTime, whileGone } from '../../../web/shared/words.js';

const cases = [
  [clockText, [[0, '0:00'], [1, '0:01'], [59001, '1:00'], [300000, '5:00'], [3600000, '1:00:00']]],
  [elapsedText, [[0, '0:00'], [999, '0:00'], [61999, '1:01']]],
  [spokenTime, [[300000, '5 minutes'], [90000, '1 minute 30 seconds'], [3601000, '1 hour 1 second'], [1, '1 second'], [0, 'no time']]],
  [capital, [['soft egg', 'Soft egg'], ['鍋', '鍋'], ['', '']]],
  [eggTitle, [['soft', 'soft egg'], ['custom', ''], ['Quail egg', 'Quail egg'], ['eggnog', 'eggnog egg']]],
  [degrees, [[51.5, '52\u00a0°C'], [-0.4, '0\u00a0°C']]],
  [rawEggText, [
    [{ massG: 58, fromCelsius: 4, altitudeM: 0 }, 'M, fridge'],
    [{ massG: 68, fromCelsius: 20, altitudeM: 1600 }, 'L, room, 1,600 m'],
    [{ massG: 61.25, fromCelsius: 12, altitudeM: 0 }, '61.3 g, 12 °C'],
  ]],
  [resultText, [
    [{ description: 'Runny; not for children', safety: 'not for children' }, 'Runny'],
    [{ description: 'Firm', safety: null }, 'Firm'],
  ]],
];

for (const [words, examples] of cases) {
  test(words.name, () => {
    for (const [given, expected] of examples) assert.equal(words(given), expected, JSON.stringify(given));
  });
}

test('a page that has lost eggd says that its countdowns continue, if it has any', () => {
  const [running, paused] = [true, false].map((ticks) => ({ shown: { ticks } }));
  assert.equal(whileGone('It has stopped.', [paused, running]), 'It has stopped. The time here keeps counting.');
  assert.equal(whileGone('It has stopped.', [paused]), 'It has stopped.');
});
