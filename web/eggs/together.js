// Eggs that cook together and are done at the same moment: they are counted first, and then started.

import { get, setText, signButton } from '../shared/dom.js';
import { list, tr } from '../shared/language.js';

const maxCount = 99;
const maxKinds = 8;

export class Together {
  /** Whether a tap counts an egg. */
  isOn = false;
  #counts = new Map();
  #changed;
  #complain;

  /**
   * `changed()` is called when there are other counts; it draws them with `show`. `complain(sentence)` says why an egg wasn't
   * counted, with an empty sentence when one was.
   */
  constructor(changed, complain) {
    this.#changed = changed;
    this.#complain = complain;
  }

  /** Begins to count, or forgets what was counted. */
  turn(isOn) {
    this.isOn = isOn;
    this.#counts.clear();
    this.#changed();
  }

  count(egg) {
    return this.#counts.get(egg) ?? 0;
  }

  /** Counts one egg more, or one less. */
  add(egg, number = 1) {
    if (!this.count(egg) && this.#counts.size === maxKinds) {
      this.#complain(tr('There can be at most {limit} kinds of eggs in a pot.', { limit: maxKinds }));
      return;
    }
    this.#complain('');
    const count = Math.min(maxCount, this.count(egg) + number);
    if (count > 0) this.#counts.set(egg, count);
    else this.#counts.delete(egg);
    this.#changed();
  }

  /** The eggs that are counted, in the order in which they were tapped first. */
  get portions() {
    return [...this.#counts].map(([egg, count]) => ({ egg, count }));
  }

  /** Draws what belongs to counting; the eggs have these words. */
  show(words) {
    const start = get('start-together');
    document.body.classList.toggle('together', this.isOn);
    get('together').setAttribute('aria-pressed', this.isOn);
    start.parentElement.hidden = !this.isOn;
    start.disabled = this.#counts.size === 0;
    const eggs = list(this.portions.map(({ egg, count }) => tr('{count} {what}', { count, what: words.get(egg) ?? egg })));
    setText(start, eggs ? tr('Start {what}', { what: eggs }) : tr('Start'));
    for (const button of document.querySelectorAll('[data-egg]')) this.#showLess(button, words);
  }

  #showLess(button, words) {
    const { egg } = button.dataset;
    const old = button.parentElement.querySelector('.fewer');
    if (!this.count(egg)) {
      if (old === document.activeElement) button.focus();
      old?.remove();
    } else if (!old) {
      button.after(signButton('less', tr('One less: {what}', { what: words.get(egg) ?? egg }), { class: 'icon fewer', click: () => this.add(egg, -1) }));
    }
  }
}
