// The names of timers that are started on the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeName } from '../../../web/shared/words.js';

test('what runs beside another has the first free name', () => {
  const timers = ['timer', 'egg', 'egg 2', 'egg 4'].map((name) => ({ name }));
  assert.equal(freeName('egg', timers), 'egg 3');
  assert.equal(freeName('timer', timers), 'timer 2');
  assert.equal(freeName('timer', []), 'timer');
});
