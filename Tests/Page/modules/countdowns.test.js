// Countdowns on the page's clock, whose readings are given here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Countdowns } from '../../../web/shared/countdowns.js';

const cooking = { state: 'cooking', shown: { ticks: true, isDue: false } };
const paused = { state: 'paused', shown: { ticks: false, isDue: false } };
const ringing = { state: 'ringing', shown: { ticks: false, isDue: true } };

function egg(remainingMs, values = cooking) {
  return { name: 'egg', egg: 'soft', durationMs: 300000, overdueMs: 0, remainingMs, ...values };
}

function taken(countdowns, timer, now, { kind = 'tick', ageMs } = {}) {
  countdowns.take({ event: { kind, timer: 'egg' }, timers: [timer], ageMs }, now);
  return timer;
}

test('a countdown runs between messages', () => {
  const countdowns = new Countdowns();
  const timer = taken(countdowns, egg(300000), 1000);
  assert.equal(countdowns.left(timer, 1000), 300000);
  assert.equal(countdowns.left(timer, 61000), 240000);
  assert.equal(countdowns.left(timer, 999000), 0);
});

test('the age of a message counts', () => {
  const countdowns = new Countdowns();
  const timer = taken(countdowns, egg(300000), 1000, { ageMs: 400 });
  assert.equal(countdowns.left(timer, 1000), 299600);
});

test('a slow message never gives time back', () => {
  const countdowns = new Countdowns();
  let timer = taken(countdowns, egg(300000), 0);
  assert.equal(countdowns.left(timer, 10000), 290000);
  timer = taken(countdowns, egg(290000), 10700);
  assert.equal(countdowns.left(timer, 10700), 289300);
});

test('of the last eight messages the fastest counts', () => {
  const countdowns = new Countdowns();
  taken(countdowns, egg(300000), 0);
  for (let second = 1; second <= 7; second += 1) taken(countdowns, egg(300000 - second * 1000), second * 1000 + 300);
  assert.equal(countdowns.left(egg(293000), 8250), 291750);
  // The first message no longer counts, but no time is given back.
  taken(countdowns, egg(292000), 8300);
  assert.equal(countdowns.left(egg(292000), 8300), 291750);
  assert.equal(countdowns.left(egg(292000), 10300), 290000);
});

test('a changed timer begins anew', () => {
  const countdowns = new Countdowns();
  const before = taken(countdowns, egg(100000), 0);
  assert.equal(countdowns.left(before, 0), 100000);
  for (const [kind, remainingMs] of [['extended', 101000], ['tick', 130000]]) {
    const after = taken(countdowns, egg(remainingMs), 0, { kind });
    assert.equal(countdowns.left(after, 0), remainingMs);
  }
});

test('a paused timer stands still', () => {
  const countdowns = new Countdowns();
  const timer = taken(countdowns, egg(100000, paused), 0);
  assert.equal(countdowns.left(timer, 50000), 100000);
});

test('the time while the page slept is skipped', () => {
  const countdowns = new Countdowns();
  const timer = taken(countdowns, egg(100000), 0);
  countdowns.skip(40000);
  assert.equal(countdowns.left(timer, 1000), 59000);
});

test('a ringing timer says since when it is due', () => {
  const countdowns = new Countdowns();
  const timer = taken(countdowns, egg(0, { ...ringing, overdueMs: 5000 }), 0);
  assert.equal(countdowns.overdue(timer, 2000), 7000);
  countdowns.skip(10000);
  assert.equal(countdowns.overdue(timer, 2000), 17000);
});

test('a timer without a message has the values that it came with', () => {
  const countdowns = new Countdowns();
  assert.equal(countdowns.left(egg(7000), 5), 7000);
  assert.equal(countdowns.overdue(egg(7000), 5), 0);
});
