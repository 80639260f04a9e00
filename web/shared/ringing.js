// The whole screen while an alarm rings: which egg, Stop, and one more minute.

import { elapsedText } from './eggd.js';
import { eggPicture, element, setText, showText } from './dom.js';
import { timeIsUp } from './words.js';

/** For so many milliseconds after an alarm has left the screen, taps were meant for its buttons. */
const settling = 800;

export class Ringing {
  #timers = [];
  #shown = '';
  #closed = -Infinity;

  /** `answer(method, parameters)` is called for each timer that is shown. */
  constructor(answer) {
    this.pictures = element('div', { class: 'pictures', 'aria-hidden': 'true' });
    this.title = element('h2', { id: 'ringing-title' });
    this.since = element('p', { class: 'since' });
    this.note = element('p', { class: 'note', role: 'status', hidden: true });
    this.stop = element('button', {
      type: 'button', class: 'stop', click: () => this.#each(answer, 'Dismiss'),
    }, 'Stop');
    this.snooze = element('button', {
      type: 'button', class: 'snooze', click: () => this.#each(answer, 'Snooze', { forMs: this.#timers[0].shown.snoozeMs }),
    });
    this.dialog = element('dialog', {
      class: 'ringing', role: 'alertdialog', 'aria-labelledby': 'ringing-title',
      // Only an answer ends an alarm, not a key that closes dialogs.
      cancel: (event) => event.preventDefault(),
      close: () => this.#open(),
    }, this.pictures, this.title, this.since, element('div', { class: 'answers' }, this.note, this.stop, this.snooze));
    document.body.append(this.dialog);
    for (const kind of ['pointerdown', 'click']) {
      document.addEventListener(kind, (event) => this.#ignoreLate(event), { capture: true });
    }
  }

  /** Shows these timers with a note, or disappears when there is none. */
  update(timers, note) {
    this.#timers = timers;
    showText(this.note, note);
    if (timers.length === 0) {
      if (this.dialog.open) this.#closed = performance.now();
      return this.dialog.close();
    }
    const shown = JSON.stringify(timers.map((timer) => [timer.name, timer.egg]));
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.pictures.replaceChildren(...timers.slice(0, 3).map((timer) => eggPicture(timer.egg, timer.durationMs)));
    }
    const labels = timers.map((timer) => timer.shown.label).join(', ');
    const { alarm } = timers[0].shown;
    setText(this.title, alarm ? `${labels}: ${alarm}` : labels);
    setText(this.snooze, timers[0].shown.snooze);
    if (this.#isUnheard) setText(this.since, timeIsUp);
    return this.#open();
  }

  /** Draws since when; returns the milliseconds until that changes. */
  paint(countdowns, now) {
    if (this.#timers.length === 0 || this.#isUnheard) return Infinity;
    const overdue = Math.max(...this.#timers.map((timer) => countdowns.overdue(timer, now)));
    setText(this.since, overdue < 1000 ? 'just now' : `${elapsedText(overdue)} ago`);
    return 1000.5 - overdue % 1000;
  }

  /** Whether the page itself has found that the time of a timer is up. */
  get #isUnheard() {
    return this.#timers.some(({ shown }) => !shown.rings);
  }

  #open() {
    if (this.#timers.length === 0 || this.dialog.open) return;
    this.dialog.showModal();
    this.stop.focus();
  }

  /** The second tap of two on Stop must not start what is under the finger then. */
  #ignoreLate(event) {
    if (event.timeStamp - this.#closed >= settling || this.dialog.contains(event.target)) return;
    if (!event.target.closest('main, dialog')) return;
    event.stopPropagation();
    event.preventDefault();
  }

  #each(answer, method, parameters = {}) {
    for (const { name, id } of this.#timers) answer(method, { name, id, ...parameters });
  }
}
