// A timer on the page: its name, its digits, its bar and what can be done with it.

import { InsideButton } from './inside.js';
import { clockText, elapsedText } from '../shared/eggd.js';
import { element, setText, sign } from '../shared/dom.js';
import { filled, timeIsUp } from '../shared/words.js';
import { untilChange } from '../shared/painter.js';

const halfMinute = 30000;

export class Row {
  /** `act(method, parameters)` calls eggd and says what it refuses; `rename(timer)` asks for a new name. */
  constructor(timer, { act, rename }) {
    const name = timer.name;
    const button = (kind, press, ...content) => element('button', { type: 'button', class: kind, click: press }, ...content);
    this.inside = new InsideButton();
    this.digits = element('p', { class: 'digits', role: 'timer' });
    this.label = element('span', { class: 'label' });
    this.egg = element('span', { class: 'kind' });
    this.name = button('name', () => rename(this.timer), this.label, this.egg);
    this.state = element('p', { class: 'state' });
    this.fill = element('div', { class: 'fill' });
    this.pause = button('icon', () => act(this.timer.shown.action, { name }));
    this.less = button('step', () => act('Extend', { name, byMs: -halfMinute }), '−30 s');
    this.more = button('step', () => act('Extend', { name, byMs: halfMinute }), '+30 s');
    this.cancel = button('icon', () => act('Cancel', { name }), sign('cancel'));
    this.snooze = button('step', () => act('Snooze', { name, forMs: this.timer.shown.snoozeMs }));
    this.stop = button('step strong', () => act('Dismiss', { name }));
    this.element = element('li', { class: 'row' },
      element('div', { class: 'count' }, this.inside.element, this.digits), this.name, this.state,
      element('div', { class: 'controls' }, this.pause, this.less, this.more, this.cancel, this.snooze, this.stop),
      element('div', { class: 'track', 'aria-hidden': 'true' }, this.fill));
    this.update(timer);
  }

  /** Shows another state of the same timer. */
  update(timer) {
    this.timer = timer;
    const { shown } = timer;
    const { title } = shown;
    this.element.dataset.tone = shown.tone;
    setText(this.label, title);
    setText(this.egg, shown.detail);
    this.element.toggleAttribute('data-group', Boolean(timer.group));
    this.element.toggleAttribute('data-cue', Boolean(timer.cue));
    this.name.setAttribute('aria-label', `${[title, this.egg.textContent].filter(Boolean).join(', ')}: rename`);
    setText(this.state, filled(shown.note, timer));
    this.inside.update(timer, title);
    this.element.toggleAttribute('data-inside', !this.inside.element.hidden);

    if (this.pause.dataset.shows !== shown.action && !shown.isDue) {
      this.pause.dataset.shows = shown.action;
      this.pause.replaceChildren(sign(shown.action.toLowerCase()));
    }
    const name = (button, text) => { button.setAttribute('aria-label', text); button.title = text; };
    name(this.pause, `${shown.action}: ${title}`);
    name(this.less, `−30 s: ${title}`);
    name(this.more, `+30 s: ${title}`);
    name(this.cancel, `Cancel: ${title}`);
    setText(this.stop, shown.answer);
    name(this.stop, `${this.stop.textContent}: ${title}`);
    setText(this.snooze, shown.snooze);
    name(this.snooze, `${shown.snooze}: ${title}`);
    for (const each of [this.pause, this.less, this.more, this.cancel]) each.hidden = shown.isDue;
    this.snooze.hidden = !shown.rings;
    this.stop.hidden = !shown.isDue;
  }

  /** Draws digits and bar; returns the milliseconds until they change. */
  paint(countdowns, now, isGone) {
    const { timer } = this;
    const { isDue, ticks } = timer.shown;
    if (isDue && !ticks) {
      const overdue = countdowns.overdue(timer, now);
      this.#setDigits(`+${elapsedText(overdue)}`);
      this.#setBar(0);
      return 1000.5 - overdue % 1000;
    }
    const left = countdowns.left(timer, now);
    this.#setDigits(clockText(left));
    this.#setBar(isDue ? 0 : left / timer.durationMs);
    if (left === 0 && isGone) setText(this.state, timeIsUp);
    return ticks ? untilChange(left, timer.durationMs) : Infinity;
  }

  #setDigits(text) {
    setText(this.digits, text);
    this.digits.classList.toggle('long', text.length > 5 || text.startsWith('+'));
  }

  #setBar(part) {
    const gone = `${((1 - Math.min(1, Math.max(0, part))) * 100).toFixed(3)}%`;
    if (this.gone !== gone) this.fill.style.setProperty('--gone', this.gone = gone);
  }
}
