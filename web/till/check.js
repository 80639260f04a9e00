// One of the checks of a bill that is split: its amount, which a slider and two buttons adjust.

import { element, setText, showText } from '../shared/dom.js';
import { stepButtons } from './till.js';
import { tr } from '../shared/language.js';

export class Check {
  #total = element('strong');
  #detail = element('span', { class: 'quiet' });
  #fixed = element('p', { class: 'quiet', hidden: true });
  #slider;
  #minor;

  /** `adjusted()` gives the amount that was asked for last, if one was; `adjust(minor)` asks for another one. */
  constructor({ check, label }, adjusted, adjust) {
    this.#slider = element('input', {
      type: 'range', step: 1, name: `check${check}`, 'aria-label': label, input: ({ target }) => adjust(Number(target.value)),
    });
    const [less, more] = stepButtons(tr('A cent less'), tr('A cent more'), label, (by) => adjust((adjusted() ?? this.#minor) + by));
    this.element = element('li', { class: 'check field' },
      element('p', {}, element('span', { class: 'name' }, label), ' ', this.#total, ' ', this.#detail),
      element('span', { class: 'stepper' }, less, this.#slider, more), this.#fixed);
  }

  /** Shows what the till tells of it. */
  update({ total, detail, least, most, text, isAdjusted }, hasBill) {
    setText(this.#total, total.text);
    setText(this.#detail, detail);
    const isFixed = least === most;
    showText(this.#fixed, !isFixed ? '' : hasBill ? tr('It can’t move: all other checks are set, and this one is the rest.') : tr('It can’t move: there is no bill yet.'));
    Object.assign(this.#slider, { min: least, max: most, value: total.minor });
    this.#minor = total.minor;
    const spoken = { 'aria-valuetext': text, 'aria-disabled': isFixed, 'aria-description': this.#fixed.textContent };
    for (const [name, value] of Object.entries(spoken)) this.#slider.setAttribute(name, value);
    this.element.classList.toggle('adjusted', isAdjusted);
  }
}
