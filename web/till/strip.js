// The row at the top of other pages: what cooks and for how long. An alarm also takes the whole screen there.

import { element, setDigits, showTrouble } from '../shared/dom.js';
import { tr } from '../shared/language.js';
import { filled } from '../shared/words.js';
import { Watch } from '../shared/watch.js';

/** Puts the row at the beginning of an element. */
export function showStrip(parent = document.body) {
  const list = element('ul');
  const link = element('a', { href: '/', hidden: true }, list);
  const notice = element('p', { role: 'status' });
  parent.prepend(element('section', { class: 'strip', 'aria-label': tr('Eggs') }, link, notice));

  /** Why eggd couldn't be told the answer to an alarm; it takes the place of later messages about eggd. */
  let problem = '';
  let entries = [];
  let last;

  function showNotice() {
    const { timers, soundOut, soundDetail, storeOut, storeDetail } = last;
    const idle = timers.length ? '' : tr('Nothing is cooking.');
    showTrouble(
      notice, [problem, idle, soundOut, storeOut, watch.bell.problem].filter(Boolean).join(' '),
      [soundDetail, storeDetail].filter(Boolean).join(' '));
  }

  const watch = new Watch({
    complain(sentence) {
      problem = sentence;
      if (sentence) showTrouble(notice, sentence);
    },
    update(message, wasGone) {
      if (wasGone) problem = '';
      last = message;
      const { timers } = message;
      entries = timers.map((timer) => ({ timer, left: element('span', { class: 'left' }) }));
      link.hidden = entries.length === 0;
      list.replaceChildren(...entries.map(({ timer, left }) => element('li', {}, timer.shown.goal, left)));
      showNotice();
      watch.wake();
    },
    belled: () => { if (last && !watch.isGone) showNotice(); },
    gone: (sentence, detail) => showTrouble(notice, problem || sentence, detail),
    paint(now) {
      let wait = Infinity;
      for (const { timer, left } of entries) {
        const [rest, overdue] = [watch.countdowns.left(timer, now), watch.countdowns.overdue(timer, now)];
        setDigits(left, filled(timer.shown.brief, timer, rest, overdue));
        if (timer.shown.ticks && rest > 0) wait = Math.min(wait, (rest % 1000 || 1000) + 0.5);
        if (timer.shown.rings) wait = Math.min(wait, 1000.5 - overdue % 1000);
      }
      return wait;
    },
  });
}
