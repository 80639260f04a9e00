// The whole screen while alarms ring: each has a card with its egg, the time since, Stop, and one more minute.

import { button, eggPicture, element, setText, showText } from './dom.js';
import { list, tr } from './language.js';
import { elapsedText, timeIsUp } from './words.js';

/** The letters for which a line of a title needs room: its longest word fits, and there are as many lines at most. */
function lettersOfLine(title, most) {
  // Cyrillic letters are wider.
  const words = title.split(/[\s-]/).map((word) => [...word].length * (/[\u0400-\u04ff]/.test(word) ? 1.1 : 1));
  const lines = (letters) => words.reduce(([count, left], word) => (word > left ? [count + 1, letters - word - 1] : [count, left - word - 1]), [0, -1])[0];
  let letters = Math.max(4, ...words);
  while (lines(letters) > most) letters += 1;
  return letters;
}

class Alarm {
  /** `answer(method, parameters)` is called for it. */
  constructor(answer) {
    const run = () => ({ name: this.timer.name, id: this.timer.id });
    // Tight lines, as high as their letters.
    const tight = (text = '') => element('span', { class: 'tight' }, text);
    this.name = tight();
    this.before = element('span');
    this.digits = tight();
    this.after = element('span');
    this.stop = button('stop', () => answer('Dismiss', run()), tight(tr('Stop')));
    this.snooze = button('snooze', () => answer('Snooze', { ...run(), forMs: this.timer.shown.snoozeMs }));
    this.picture = element('div', { class: 'picture', 'aria-hidden': 'true' });
    this.element = element('li', { class: 'alarm' }, element('div', {}, this.picture, element('h3', {}, this.name),
      element('p', { class: 'since' }, this.before, element('b', {}, this.digits), this.after),
      element('div', { class: 'answers' }, this.stop, this.snooze)));
  }

  update(timer, isAlone) {
    if (timer.id !== this.timer?.id) this.picture.replaceChildren(eggPicture(timer.egg, timer.durationMs));
    this.timer = timer;
    const { title, alarm, snooze, rings } = timer.shown;
    setText(this.name, title);
    const lines = title.length > 16 ? 3 : 2;
    this.element.style.setProperty('--letters', lettersOfLine(title, lines));
    this.element.classList.toggle('long', lines > 2);
    const [before, after] = isAlone && alarm ? tr('{alarm} {since} ago', { alarm, since: '\n' }).split('\n') : ['', ''];
    setText(this.before, rings ? before : timeIsUp);
    setText(this.after, rings ? after : '');
    if (!rings) setText(this.digits, '');
    setText(this.snooze, snooze);
    for (const each of [this.stop, this.snooze]) {
      if (isAlone) each.removeAttribute('aria-label');
      else each.setAttribute('aria-label', tr('{change}: {label}', { change: each.textContent, label: title }));
    }
  }

  /** Draws since when; returns the milliseconds until that changes. */
  paint(countdowns, now) {
    // The page itself has found that the time is up.
    if (!this.timer.shown.rings) return Infinity;
    const overdue = countdowns.overdue(this.timer, now);
    setText(this.digits, elapsedText(overdue));
    return 1000.5 - overdue % 1000;
  }
}

export class Ringing {
  #timers = [];
  /** Their cards, of which one is always there. */
  #alarms = [];
  #answer;

  /** `answer(method, parameters)` is called for an alarm. */
  constructor(answer) {
    this.#answer = answer;
    this.title = element('h2', { id: 'ringing-title', class: 'unseen' });
    this.list = element('ul', { class: 'alarms' });
    this.note = element('p', { class: 'note', role: 'status', hidden: true });
    this.all = button('all', () => {
      // An answer may show other timers at once; these stay.
      for (const { name, id } of this.#timers) answer('Dismiss', { name, id });
    }, tr('Stop all'));
    this.dialog = element('dialog', {
      class: 'ringing', role: 'alertdialog', 'aria-labelledby': 'ringing-title',
      // Only an answer ends an alarm, not a key that closes dialogs.
      cancel: (event) => event.preventDefault(),
      close: () => this.#open(),
    }, this.title, this.list, this.note, this.all);
    this.#add();
    document.body.append(this.dialog);
  }

  /** Shows these timers with a note, or disappears when there is none. */
  update(timers, note) {
    this.#timers = timers;
    while (this.#alarms.length < timers.length) this.#add();
    for (const { element: card } of this.#alarms.splice(Math.max(1, timers.length))) card.remove();
    timers.forEach((timer, index) => this.#alarms[index].update(timer, timers.length === 1));
    showText(this.note, note);
    this.all.hidden = timers.length < 2;
    if (timers.length === 0) return this.dialog.close();
    const labels = list(timers.map(({ shown }) => shown.label));
    const { alarm } = timers[0].shown;
    setText(this.title, alarm ? tr('{label}: {state}', { label: labels, state: alarm }) : labels);
    return this.#open();
  }

  paint(countdowns, now) {
    return Math.min(...this.#alarms.slice(0, this.#timers.length).map((alarm) => alarm.paint(countdowns, now)));
  }

  #add() {
    const alarm = new Alarm(this.#answer);
    this.#alarms.push(alarm);
    this.list.append(alarm.element);
  }

  #open() {
    if (this.#timers.length === 0 || this.dialog.open) return;
    this.dialog.showModal();
    this.dialog.querySelector('.stop').focus();
  }
}
