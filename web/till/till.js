// Functions that the till's pages share: calls, refusals said at their fields, answers in order, and sheets to choose from.

import { call } from '../shared/eggd.js';
import { answerTaps, element, get, markProblems, openDialog, showText, signButton } from '../shared/dom.js';
import { separator, tr } from '../shared/language.js';
import { dateText } from '../shared/words.js';
import { showStrip } from './strip.js';

export const till = (method, parameters) => call(`io.eggtimer.Till.${method}`, parameters);

/**
 * Gives a function that calls `ask` at once, or again when the call before has ended; so answers come in order, and the
 * last state is always asked about. `ask` gets a function that tells whether it is asked again already.
 */
export function inOrder(ask) {
  let isAsking = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isWanted) {
        isWanted = false;
        await ask(() => isWanted);
      }
    } finally {
      isAsking = false;
    }
  };
}

// Numbers

/** The name of the decimal point or comma. */
export const separatorName = separator === ',' ? tr('Comma') : tr('Point');

/** A number as somebody typed it, as the till reads it: also `1,157`, which could else be more than a thousand. */
export function typedNumber(text) {
  const number = text.trim();
  return separator === ',' && /^[^.,]*,[^.,]*$/.test(number) ? number.replace(',', '.') : number;
}

// Refusals

/**
 * Says at the top of the page what went wrong; an empty sentence takes it back. The page below must not move while
 * somebody types on it, so the sentence's room can be kept.
 */
export function complain(sentence, { keepsRoom = false } = {}) {
  const isPast = keepsRoom && !sentence;
  get('problem').classList.toggle('past', isPast);
  if (!isPast) showText(get('problem'), sentence);
}

/**
 * Fills a page when it is opened, or says why it can't. A module must not wait itself: WebKit 2.50 then loads for ever if
 * another part of the page imports one meanwhile.
 */
export const begin = (open) => open().catch((error) => complain(error.message));

/** Says each problem at the field of that name, and what fits none at the top; gives the first of the fields. */
export function showProblems(root, error) {
  const first = markProblems(root, error.problems ?? []);
  complain(first ? '' : error.message);
  return first;
}

/** A text of the till as it is shown, in which a date isn't broken at the end of a line. */
export const withDates = (text) => text.split(/(\d{4}-\d\d-\d\d)/).map((part, index) =>
  (index % 2 ? element('span', { class: 'date' }, dateText(part)) : part));

// Choices

/** The buttons beside a field that take one from its number or add one: `step(by)` does it. `less` and `more` say that. */
export function stepButtons(less, more, label, step) {
  return [['less', less, -1], ['more', more, 1]].map(([kind, title, by]) => signButton(kind, tr('{change}: {label}', { change: title, label }), {
    title, click: () => step(by),
  }));
}

/** Adds entries to a list, of which `chosen` has the checkmark; `take(value)` gets the one that is chosen. */
export function fill(list, name, entries, chosen, take) {
  list.append(...entries.map(({ value, label }) => {
    const radio = element('input', { type: 'radio', name, value, change: () => take(value) });
    radio.checked = value === chosen;
    return element('label', { class: 'mark-line' }, radio, element('span', {}, label));
  }));
}

/** Lets one of `choices` be chosen, of which `chosen` has the checkmark; `take(value)` gets it. */
export function choose(title, choices, chosen, take) {
  const current = choices.some(({ value }) => value === chosen) ? chosen : choices[0]?.value;
  const list = element('ul', { class: 'choices', role: 'listbox', 'aria-labelledby': 'dialog-title' },
    ...choices.map(({ value, label }) => element('li', {
      role: 'option', tabindex: value === current ? 0 : -1, 'aria-selected': String(value === chosen), 'data-value': value,
    }, label)));
  const dialog = openDialog('sheet', title, list);
  const options = [...list.children];
  const finish = (option) => {
    dialog.close();
    take(option.dataset.value);
  };
  list.addEventListener('click', (event) => {
    const option = event.target.closest('li');
    if (option) finish(option);
  });
  list.addEventListener('keydown', (event) => {
    const at = options.indexOf(event.target);
    const last = options.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8, Home: 0, End: last }[event.key];
    if (to !== undefined) options[Math.min(last, Math.max(0, to))].focus();
    else if (event.key === 'Enter' || event.key === ' ') finish(event.target);
    else return;
    event.preventDefault();
  });
  const first = options.find((option) => option.tabIndex === 0);
  first?.scrollIntoView({ block: 'center' });
  first?.focus({ preventScroll: true });
}

// Motion

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Moves an element, unless the device asks for less motion; done when it has arrived. */
export async function move(target, frames, options = {}) {
  if (still.matches || document.hidden) return;
  try {
    await target.animate(frames, { duration: 260, easing: 'ease-in-out', ...options }).finished;
  } catch {
    // Another movement has taken its place.
  }
  // Taps are judged by where controls are now, and such a movement ends without an event of its own.
  dispatchEvent(new Event('moved'));
}

showStrip(get('strip'));
answerTaps();
dispatchEvent(new Event('codestart'));
