// The menu of the kitchen, with a server that is an answer of the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kitchen } from '../../../web/eggs/kitchen.js';

const menu = { eggs: [{ name: 'soft', durationMs: 300000 }], rawEgg: { massG: 58 } };

test('a menu that has not changed is not drawn again', async (t) => {
  let reply = menu;
  t.mock.method(globalThis, 'fetch', async () => new Response(JSON.stringify(reply)));
  // The limit of a call would keep the test waiting.
  t.mock.method(globalThis, 'setTimeout', () => 0);
  let drawn = 0;
  const kitchen = new Kitchen(() => { drawn++; });
  await kitchen.read();
  await kitchen.read();
  assert.equal(drawn, 1);
  reply = { ...menu, rawEgg: { massG: 68 } };
  await kitchen.read();
  assert.equal(drawn, 2);
  assert.equal(kitchen.rawEgg.massG, 68);
});
