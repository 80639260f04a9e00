// The menu of the kitchen, with a server that is an answer of the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kitchen } from '../../../web/eggs/kitchen.js';

const menu = { eggs: [{ name: 'soft', durationMs: 300000 }], rawEgg: { massG: 58 } };

test('the menu is read when a message tells that it may be another', async (t) => {
  let reads = 0;
  t.mock.method(globalThis, 'fetch', async (address) => {
    if (address.endsWith('Eggs')) reads++;
    return new Response(JSON.stringify(menu));
  });
  t.mock.method(globalThis, 'setTimeout', () => 0);
  const kitchen = new Kitchen(() => {});
  const take = (kind, menuChanges) => kitchen.take({ event: { kind }, menuChanges });
  take('snapshot', 0);
  assert.equal(reads, 1);
  take('tick', 0);
  take('started', 0);
  assert.equal(reads, 1);
  take('kitchen', 1);
  assert.equal(reads, 2);
  // The message of that event was missed.
  take('tick', 2);
  assert.equal(reads, 3);
  // Another start of the page's server counts anew.
  take('snapshot', 2);
  assert.equal(reads, 4);
  // A timer that ends is in the history then, and the menu has the history's times.
  for (const kind of ['dismissed', 'cancelled', 'replaced', 'undone']) take(kind, 2);
  assert.equal(reads, 8);
});

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

test('the last three different times without an egg are those that were used last', async (t) => {
  const run = ([name, minutes, egg = 'custom']) => ({ name, egg, durationMs: minutes * 60000 });
  // The newest is first.
  const runs = [['potatoes', 40], ['egg', 5, 'soft'], ['rice', 10], ['timer', 10], ['bread', 50], ['potatoes', 40]].map(run);
  t.mock.method(globalThis, 'fetch', async (address) => new Response(JSON.stringify(address.endsWith('Eggs') ? menu : { runs })));
  t.mock.method(globalThis, 'setTimeout', () => 0);
  const kitchen = new Kitchen(() => {});
  await kitchen.read();
  assert.deepEqual(kitchen.times, [runs[0], runs[2], runs[3]]);
});
