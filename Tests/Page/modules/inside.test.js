// The temperatures between the rim and the centre of an egg.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profile } from '../../../web/eggs/inside.js';

function falls(celsius) {
  return celsius.every((value, index) => index === 0 || value <= celsius[index - 1]);
}

for (const [yolk, centre] of [[4, 4], [45, 12], [65, 40], [85, 80], [100, 100]]) {
  test(`an egg of ${yolk} °C at the yolk's edge and ${centre} °C in the middle`, () => {
    const found = profile(yolk, centre);
    assert.ok(falls(found.white) && falls(found.yolk));
    assert.ok(found.white[0] <= 100 && found.white.at(-1) >= yolk);
    assert.ok(found.yolk[0] <= yolk && found.yolk.at(-1) >= centre);
  });
}

test('a cold egg is hot only in a thin layer', () => {
  const { white } = profile(4, 4);
  assert.ok(white[0] > 70 && white[Math.floor(white.length / 2)] < 10);
});

test('an egg that is hotter than the water cools from outside', () => {
  const { white, yolk } = profile(60, 70, 20);
  assert.ok(white[0] < 60 && yolk[0] >= 60 && yolk.at(-1) > yolk[0]);
});
