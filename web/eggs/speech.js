// The texts about timers for screen readers.

import { filled, spokenTime } from '../shared/words.js';
import { get, setText } from '../shared/dom.js';

function say(sentence) {
  setText(get('spoken'), sentence);
}

/** Says the time that is left at full minutes (full tens of them while there are many), at a minute and at ten seconds. */
export function announceTime(row, countdowns, now) {
  if (!row.timer.shown.ticks) return;
  const seconds = Math.ceil(countdowns.left(row.timer, now) / 1000);
  const isMoment = seconds === 10 || (seconds > 0 && seconds % (seconds > 600 ? 600 : 60) === 0);
  if (isMoment && row.said !== undefined && row.said !== seconds) {
    say(`${row.timer.shown.goal}: ${spokenTime(seconds * 1000)} left`);
  }
  row.said = seconds;
}

/** Says what has happened to a timer. */
export function announce({ event, timers }) {
  const timer = timers.find(({ name }) => name === event.timer);
  if (!timer) {
    if (event.kind === 'cancelled' || event.kind === 'dismissed') say(`${['egg', 'timer'].includes(event.timer) ? `The ${event.timer}` : event.timer}: ${event.kind === 'cancelled' ? 'cancelled' : 'stopped'}`);
    return;
  }
  if (['tick', 'snapshot', 'sound', 'cued'].includes(event.kind)) return;
  const { shown } = timer;
  const left = shown.ticks || !shown.isDue ? `${spokenTime(timer.remainingMs)} left, ` : '';
  say(`${shown.title}: ${left}${filled(shown.note, timer)}`);
}
