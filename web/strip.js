// The row at the top of other pages: what cooks and for how long. An alarm takes the whole screen there, too.

import { clockText, stream } from './eggd.js';
import { Bell } from './bell.js';
import { Countdowns, isRunning } from './countdowns.js';
import { element, setText } from './dom.js';
import { painter } from './painter.js';
import { Ringing } from './ringing.js';
import { dueText, goal, noSound } from './words.js';

/** Puts the row at the beginning of an element. */
export function showStrip(parent = document.body) {
  const list = element('ul');
  const notice = element('p', { role: 'status' });
  parent.prepend(element('section', { class: 'strip', 'aria-label': 'Eggs' }, list, notice, element('a', { href: '/' }, 'Eggs')));

  const countdowns = new Countdowns();
  let ring = [];
  const bell = new Bell(() => { if (ring.length) bell.start(); });
  const ringing = new Ringing(async (method, parameters) => {
    ringing.complain('');
    try {
      return await events.change(method, parameters);
    } catch (error) {
      ringing.complain(error.message);
      return undefined;
    }
  });
  let entries = [];

  const wake = painter(() => {
    const now = performance.now();
    let wait = ringing.paint(countdowns, now);
    for (const { timer, left } of entries) {
      if (timer.state === 'ringing' || timer.state === 'missed') {
        const overdue = countdowns.overdue(timer, now);
        setText(left, dueText(timer, overdue));
        wait = Math.min(wait, 1000.5 - overdue % 1000);
        continue;
      }
      const rest = countdowns.left(timer, now);
      setText(left, timer.state === 'paused' ? `${clockText(rest)}, paused` : clockText(rest));
      if (isRunning(timer) && rest > 0) wait = Math.min(wait, (rest % 1000 || 1000) + 0.5);
    }
    return Math.min(wait, events.check(now));
  });

  const events = stream({
    update(message) {
      countdowns.take(message);
      const { timers } = message;
      ring = timers.filter((timer) => timer.state === 'ringing');
      if (ring.length) bell.start();
      else bell.stop();
      ringing.update(ring);
      entries = timers.map((timer) => ({ timer, left: element('span', { class: 'left' }) }));
      list.replaceChildren(...entries.map(({ timer, left }) => element('li', {}, goal(timer), left)));
      const silence = message.soundOut ? noSound(message.soundOut) : '';
      setText(notice, [timers.length ? '' : 'Nothing is cooking.', silence].filter(Boolean).join(' '));
      wake();
    },
    gone(sentence) {
      setText(notice, sentence);
    },
    expects: wake,
    isWantedHidden: () => bell.isWanted,
  });
  document.addEventListener('click', () => bell.prepare());
}
