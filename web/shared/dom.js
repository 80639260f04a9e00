// Elements made of data, and what a browser keeps. Text always enters as text: the names of timers come from others.

import { tr } from './language.js';
import { judgeTaps } from './taps.js';

export const get = (id) => document.getElementById(id);

/** An element with attributes (a function is a listener of that event; true and false mean present and absent). */
export const element = (tag, attributes, ...children) => furnish(document.createElement(tag), children, attributes);

/** An element of a drawing. */
export const shape = (tag, attributes, ...children) => furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), children, attributes);

function furnish(made, children, attributes = {}) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Sets an element's text, and touches the page only if it differs. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets digits, in the node that is there: for a new one, `:has()` makes Chromium style the whole page again. */
export function setDigits(target, text) {
  if (!target.firstChild) target.append(text);
  else if (target.firstChild.data !== text) target.firstChild.data = text;
}

/** Names a button, also in its tooltip, and touches the page only if the name differs. */
export function setName(target, name) {
  if (target.getAttribute('aria-label') !== name) target.setAttribute('aria-label', target.title = name);
}

/** Sets the text of an element that is hidden without one. */
export function showText(target, text) {
  setText(target, text);
  target.hidden = !text;
}

/**
 * Shows what is wrong. The detail, which only helps to repair it, is behind a tap, and moves nothing on the page. With an
 * action, which does something about it, the message is its button.
 */
export function showTrouble(target, message, detail = '', action = undefined) {
  target.hidden = !message;
  const shown = [message, detail, Boolean(action)].join();
  // Details that are open stay open.
  if (target.dataset.shown === shown) return;
  target.dataset.shown = shown;
  target.replaceChildren(action ? element('button', { type: 'button', click: action }, message) : element('span', {}, message));
  if (detail) target.append(' ', element('details', { class: 'why' }, element('summary', {}, tr('Details')), element('span', {}, detail)));
}

/** Takes back what was said at the fields; the room of the sentences can also be kept. */
export function clearProblems(root, { keepsRoom = false } = {}) {
  for (const field of root.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
  for (const said of root.querySelectorAll('.refusal')) {
    if (keepsRoom) said.classList.add('past');
    else said.remove();
  }
}

/** Says each problem, a name with a message, at the field of that name; gives the first of the fields. */
export function markProblems(root, problems) {
  clearProblems(root);
  let first;
  for (const { field: name, message } of problems) {
    const field = root.querySelector(`[name="${CSS.escape(name)}"]`);
    if (!field) continue;
    const id = `${name}-problem`;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
    (field.closest('.field') ?? field.parentElement).append(element('p', { class: 'refusal', id, role: 'alert' }, message));
    first ??= field;
  }
  return first;
}

const signs = {
  pause: 'M8 5v14M16 5v14',
  resume: 'M8 5l11 7-11 7z',
  less: 'M5 12h14',
  more: 'M12 5v14M5 12h14',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  cancel: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 5a8 8 0 1 0 .010 0zM12 9v4l2.500 2M9 2.500h6',
  erase: 'M9 6h11v12H9l-6-6zM12 9.500l5 5M17 9.500l-5 5',
};

/** One of the drawn signs, which says nothing to a screen reader. */
export function sign(name) {
  return shape('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, shape('path', { d: signs[name] }));
}

/** A button of a class, what a tap on it does, and what it shows. */
export function button(kind, click, ...content) {
  return element('button', { type: 'button', class: kind, click }, ...content);
}

export function signButton(name, label, attributes) {
  return element('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, ...attributes }, sign(name));
}

/** What this browser keeps under a name, or nothing; some let a page keep nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; otherwise the page has it until it is left. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The storage is full, or there is none.
  }
}

/** Opens a dialog with a title and a button that closes it; it is removed when it closes. */
export function openDialog(kind, title, ...content) {
  const close = signButton('cancel', tr('Close'), { click: () => dialog.close() });
  const dialog = element('dialog', {
    class: kind, 'aria-labelledby': 'dialog-title', close: () => dialog.remove(),
    // A tap beside the dialog closes it.
    click: (event) => { if (event.target === dialog) dialog.close(); },
  }, element('div', { class: 'bar' }, element('h2', { id: 'dialog-title' }, title), close), ...content);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The picture of an egg: by its name, or by its time where it is not one of the three; a clock for a time without an egg. */
export function eggPicture(egg, durationMs) {
  if (egg === 'custom') return sign('clock');
  const known = ['soft', 'medium', 'hard'];
  const nearest = durationMs < 360000 ? 'soft' : durationMs < 570000 ? 'medium' : 'hard';
  const picture = element('img', { alt: '', width: 218, height: 234 });
  picture.src = `shared/${known.includes(egg) ? egg : nearest}.svg`;
  return picture;
}

/** Has taps judged, and makes a button answer at once: a ripple from where it was touched, and a short vibration. */
export function answerTaps() {
  judgeTaps();
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  document.addEventListener('pointerdown', (event) => {
    const touched = event.target.closest('button');
    if (!touched || touched.disabled || still.matches) return;
    const place = touched.getBoundingClientRect();
    const ripple = element('span', { class: 'ripple' });
    ripple.style.left = `${event.clientX - place.left}px`;
    ripple.style.top = `${event.clientY - place.top}px`;
    touched.append(ripple);
    // This animation ends even if the button is hidden. One of CSS would begin again when the button is shown.
    const spreading = ripple.animate([{}, { transform: 'scale(30)', opacity: 0 }], { duration: 450, easing: 'ease-out' });
    spreading.onfinish = () => ripple.remove();
  });
  document.addEventListener('click', (event) => {
    if (event.target.closest('button')) navigator.vibrate?.(15);
  });
}

/** Copies an element's text, or only selects it; returns whether it is copied. */
export async function copyText(target) {
  getSelection().selectAllChildren(target);
  try {
    await navigator.clipboard.writeText(target.textContent);
    return true;
  } catch {
    // Over plain HTTP a page may copy only what is selected.
    return document.execCommand('copy');
  }
}

export function padKey(text, press, name = text) {
  return element('button', { type: 'button', class: 'key', 'aria-label': name, title: name, click: press }, text);
}

/**
 * Opens a pad of digits, with one more key beside 0, and below them the button that ends it, which is also Enter. `press(key)`
 * takes a digit, a key of the keyboard that `keyOf(key)` gives, and B, which erases one. What is typed is shown by the caller.
 */
export function openPad(title, press, keyOf, other, end) {
  const shown = element('p', { class: 'typed' });
  const refused = element('p', { class: 'refusal', role: 'alert' });
  const [zero, ...others] = [...'0123456789'].map((digit) => padKey(digit, () => press(digit)));
  const erase = signButton('erase', tr('Erase a digit'), { class: 'key', click: () => press('B') });
  const dialog = openDialog('pad', title, shown, refused,
    takeQuickKeys(element('div', { class: 'keys' }, ...others, other, zero, erase)), end);
  dialog.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === 'Backspace' ? 'B' : keyOf(event.key);
    if (key) press(key);
    else if (event.key === 'Enter' && event.target === dialog) end.click();
    else return;
    event.preventDefault();
  });
  // Without a key in focus, Enter can mean the end.
  dialog.tabIndex = -1;
  dialog.focus();
  return { dialog, shown, refused };
}

/** Makes keys take taps of two fingers: one comes down before the other is lifted, and browsers make no clicks of such touches. */
export function takeQuickKeys(keypad) {
  keypad.addEventListener('touchend', (event) => {
    const key = event.target.closest('button');
    const { clientX, clientY } = event.changedTouches[0];
    // A touch that has scrolled the page can't be cancelled.
    if (!event.cancelable || !key?.contains(document.elementFromPoint(clientX, clientY))) return;
    event.preventDefault();
    key.click();
  });
  return keypad;
}
