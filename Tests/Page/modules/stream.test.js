// A change that eggd doesn't confirm, with a connection that is an object of the test.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stream } from '../../../web/shared/eggd.js';

function begin(t) {
  const timers = new Map();
  t.mock.method(globalThis, 'setTimeout', (action, milliseconds) => {
    timers.set(milliseconds, action);
    return milliseconds;
  });
  t.mock.method(globalThis, 'clearTimeout', (milliseconds) => timers.delete(milliseconds));
  const source = {};
  const said = [];
  Object.assign(globalThis, {
    addEventListener() {},
    document: { hidden: false, addEventListener() {} },
    EventSource: class {
      constructor() { Object.assign(source, { connection: this }); }
      addEventListener() {}
      close() {}
    },
  });
  const { change } = stream({ update() {}, expects() {}, waits: (sentence) => said.push(sentence), slept() {}, gone() {}, rested() {}, isWantedHidden: () => true });
  const tell = (kind) => source.connection.onmessage({ data: JSON.stringify({ event: { kind }, timers: [] }) });
  return { timers, said, change, tell };
}

test('a change of which eggd tells nothing for two seconds is said to have no answer', (t) => {
  const { timers, said, change, tell } = begin(t);
  t.mock.method(globalThis, 'fetch', () => new Promise(() => {}));
  change('Start', { egg: 'soft' });
  // A sign of life confirms nothing.
  tell('tick');
  timers.get(2000)();
  assert.deepEqual(said, ['There is no answer yet. The timers here may not be as they are.']);
});

test('a change is confirmed by what eggd tells, or by its reply', async (t) => {
  const { timers, said, change, tell } = begin(t);
  const fetch = t.mock.method(globalThis, 'fetch', () => new Promise(() => {}));
  change('Dismiss');
  tell('dismissed');
  timers.get(2000)();
  assert.deepEqual(said, []);
  fetch.mock.mockImplementation(async () => new Response('{}'));
  await change('Snooze');
  assert.equal(timers.has(2000), false);
});

test('the plain page says the same when its machine gives no answer', () => {
  const [module, page] = ['web/shared/eggd.js', 'Sources/page/EggPage/PlainPage.swift'].map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
  const [, sentence] = module.match(/noConnection = tr\('(.*)'\)/);
  assert.ok(page.includes(`tr("${sentence}")`));
});
