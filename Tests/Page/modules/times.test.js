// A time that is typed on the keypad.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsOf, shownTime, typeKey } from '../../../web/eggs/times.js';

/** What is typed after these keys, and the last refusal. */
function typed(keys) {
  let [text, refusal] = ['', ''];
  for (const key of keys) {
    const [next, said] = typeKey(text, key);
    text = next;
    refusal = said || refusal;
  }
  return [text, refusal];
}

test('digits are those of a microwave oven, up to hours', () => {
  for (const [keys, seconds, shown] of [
    ['', 0, '0:00'], ['5', 5, '0:05'], ['90', 90, '0:90'], ['230', 150, '2:30'], ['1000', 600, '10:00'], ['9959', 5999, '99:59'],
    ['13000', 5400, '1:30:00'], ['14000', 6000, '1:40:00'], ['990000', 356400, '99:00:00'],
  ]) assert.deepEqual([...typed(keys), secondsOf(keys), shownTime(keys)], [keys, '', seconds, shown]);
});

test('letters and colons are understood', () => {
  for (const [keys, seconds] of [
    ['1h30', 5400], ['1h', 3600], ['1H5m30', 3930], ['100m', 6000], ['90min', 5400], ['5m30s', 330], ['90s', 90], ['1h30s', 3630],
    ['5:30', 330], ['1:30:00', 5400], ['100:00', 6000],
  ]) {
    const [text, refusal] = typed(keys);
    assert.deepEqual([text, refusal, secondsOf(text)], [keys.toLowerCase(), '', seconds]);
  }
});

test('a key that cannot count says so and changes nothing', () => {
  for (const [keys, left, refusal] of [
    ['0', '', /begin with 0/], ['1300001', '130000', /don’t fit/], ['999999', '99999', /99 hours/], ['100h', '100', /99 hours/],
    ['5x', '5', /“5x” isn’t a time/], ['h', '', /isn’t a time/], ['1m2h', '1m2', /isn’t a time/], ['1.5', '15', /“1.” isn’t a time/],
  ]) {
    const [text, said] = typed(keys);
    assert.equal(text, left);
    assert.match(said, refusal);
  }
});
