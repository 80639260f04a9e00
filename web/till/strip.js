// The row at the top of other pages: what cooks and for how long. An alarm also takes the whole screen there.

import { Alarm } from '../shared/alarm.js';
import { Bell } from '../shared/bell.js';
import { Countdowns } from '../shared/countdowns.js';
import { stream } from '../shared/eggd.js';
import { element, setText } from '../shared/dom.js';
import { filled, noSound } from '../shared/words.js';
import { painter } from '../shared/painter.js';

/** Puts the row at the beginning of an element. */
export function showStrip(parent = document.body) {
  const list = element('ul');
  const notice = element('p', { role: 'status' });
  parent.prepend(element('section', { class: 'strip', 'aria-label': 'Eggs' }, list, notice, element('a', { href: '/' }, 'Eggs')));

  const countdowns = new Countdowns();
  const bell = new Bell(() => alarm.update());
  const alarm = new Alarm(bell, countdowns, { act, check: (now) => events.check(now) });
  /** Why eggd couldn't be told the answer to an alarm; it takes the place of later messages about eggd. */
  let problem = '';
  let entries = [];

  async function act(method, parameters) {
    problem = '';
    try {
      return await events.change(method, parameters);
    } catch (error) {
      setText(notice, problem = error.message);
      return undefined;
    }
  }

  const wake = painter(() => {
    const now = performance.now();
    let wait = alarm.paint(now);
    for (const { timer, left } of entries) {
      const [rest, overdue] = [countdowns.left(timer, now), countdowns.overdue(timer, now)];
      setText(left, filled(timer.shown.brief, timer, rest, overdue));
      if (timer.shown.ticks && rest > 0) wait = Math.min(wait, (rest % 1000 || 1000) + 0.5);
      if (timer.shown.rings) wait = Math.min(wait, 1000.5 - overdue % 1000);
    }
    return Math.min(wait, events.check(now));
  });

  const events = stream({
    update(message) {
      countdowns.take(message);
      const { timers } = message;
      if (alarm.isGone) problem = '';
      alarm.take(timers);
      entries = timers.map((timer) => ({ timer, left: element('span', { class: 'left' }) }));
      list.replaceChildren(...entries.map(({ timer, left }) => element('li', {}, timer.shown.goal, left)));
      const silence = message.soundOut ? noSound(message.soundOut) : '';
      setText(notice, [problem, timers.length ? '' : 'Nothing is cooking.', silence, bell.problem].filter(Boolean).join(' '));
      wake();
    },
    gone(sentence) {
      setText(notice, problem || sentence);
      alarm.lose();
      wake();
    },
    slept(milliseconds) {
      countdowns.skip(milliseconds);
      alarm.update();
      wake();
    },
    expects: wake,
    isWantedHidden: () => bell.isWanted,
  });
  document.addEventListener('click', () => bell.prepare());
}
