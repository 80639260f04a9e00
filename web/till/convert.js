// The converter: keys go to the till, and what it makes of them is shown.

import { get, setText, takeQuickKeys } from '../shared/dom.js';
import { separator, shownNumber, tr } from '../shared/language.js';
import { begin, choose, complain, inOrder, separatorName, till, typedNumber } from './till.js';

let converters = [];
/** The converter that is shown, and the one that the till is asked for next. */
let converter;
let wanted;
let entry = '';
/** Keys that the till hasn't seen yet. */
let keys = '';
/** Text that was pasted, and takes the place of the entry. */
let pasted;

const ask = inOrder(async () => {
  const chosen = wanted;
  const asked = { converter: chosen?.id, entry: pasted ?? entry };
  // One by one, because the till refuses all keys of a call if one of them can't be taken.
  if (pasted === undefined) [asked.keys, keys] = [keys.slice(0, 1), keys.slice(1)];
  pasted = undefined;
  if (keys) ask();
  try {
    const reply = await till('Convert', asked);
    complain('', { keepsRoom: true });
    ({ converter, entry } = reply);
    show(reply);
  } catch (error) {
    if (wanted === chosen) wanted = converter;
    complain(error.message);
  }
});

function show({ result }) {
  const [input, output] = [shownNumber(entry), shownNumber(result)];
  showIn('result', output);
  showIn('entry', input);
  showUnits();
  setText(get('spoken'), entry ? `${input} ${converter.input} = ${output} ${converter.output}` : '');
}

/** Shows a number as large as it fits. */
function showIn(id, text) {
  const field = get(id);
  field.value = text;
  field.style.fontSize = '';
  if (field.scrollWidth > field.clientWidth) field.style.fontSize = `${field.clientWidth / field.scrollWidth * 0.98}em`;
}

function showUnits() {
  setText(get('input-unit'), converter.input);
  setText(get('output-unit'), converter.output);
  get('result').setAttribute('aria-label', tr('Output, {unit}', { unit: converter.output }));
  get('entry').setAttribute('aria-label', tr('Input, {unit}', { unit: converter.input }));
}

function press(key) {
  keys += key;
  ask();
}

takeQuickKeys(get('keypad')).addEventListener('click', (event) => {
  const key = event.target.closest('[data-key]')?.dataset.key;
  if (key) press(key);
});

get('converter').addEventListener('click', () => {
  const choices = converters.map(({ id, label }) => ({ value: id, label }));
  choose(tr('Converter'), choices, converter?.id, (id) => {
    wanted = converters.find((each) => each.id === id);
    ask();
  });
});

const typed = { ',': '.', Backspace: 'B', Delete: 'C', Escape: 'C', c: 'C', C: 'C', '-': 'N', '−': 'N', F9: 'N' };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const key = /^[0-9.]$/.test(event.key) ? event.key : typed[event.key];
  if (!key) return;
  event.preventDefault();
  press(key);
});

document.addEventListener('paste', (event) => {
  if (document.querySelector('dialog[open]')) return;
  event.preventDefault();
  pasted = typedNumber(event.clipboardData.getData('text'));
  keys = '';
  ask();
});

addEventListener('resize', () => {
  for (const id of ['result', 'entry']) showIn(id, get(id).value);
});

const point = document.querySelector('.kp');
setText(point, separator);
point.setAttribute('aria-label', separatorName);

begin(async () => {
  ({ converters } = await till('Converters'));
  converter = wanted = converters[0];
  showUnits();
});
