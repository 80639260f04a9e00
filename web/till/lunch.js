// The lunch page: what was eaten goes to the till, and its bill is shown.

import { clearProblems, element, get, openDialog, setText } from '../shared/dom.js';
import { begin, complain, inOrder, showProblems, stepButtons, till, typedNumber, withDates } from './till.js';
import { shownNumber, tr } from '../shared/language.js';

const order = get('order');

let currency;
let rates = [];
/** Whether a bill is to be shown, or only refusals are. */
let isBillWanted = false;
/** The order of the bill that is shown, and its currency. */
let shownOrder;
let shownCurrency;

// The order

/** A value for each field, as it is passed to the till. */
function ordered() {
  const values = [...new FormData(order)].map(([name, value]) => [name, value.trim()]);
  return { ...Object.fromEntries(values), delivery: get('delivery').checked };
}

const ask = inOrder(async (isStale) => {
  const asked = ordered();
  const chosen = currency;
  try {
    const bill = await till('Lunch', { ...asked, currency: chosen });
    if (isStale()) return;
    clearProblems(order, { keepsRoom: !isBillWanted });
    complain('', { keepsRoom: !isBillWanted });
    if (isBillWanted) showBill(bill, JSON.stringify(asked), chosen);
    else showAge();
  } catch (error) {
    if (isStale()) return;
    const field = showProblems(order, error);
    if (isBillWanted) field?.focus();
    // The total stays, and so does its currency.
    if (shownCurrency) choose(shownCurrency);
    showAge();
  } finally {
    if (!isStale()) isBillWanted = false;
  }
});

function calculate() {
  isBillWanted = true;
  ask();
}

function showBill({ lines, total, euros, rate }, asked, chosen) {
  [shownOrder, shownCurrency] = [asked, chosen];
  get('lines').replaceChildren(...lines.map((line) => element('li', { 'aria-label': line.text },
    element('span', {}, line.label), element('span', { class: 'quantity' }, line.quantity),
    element('span', { class: 'amount' }, line.amount.text))));
  setText(get('total'), total.text);
  get('euros').hidden = !rate;
  get('euros').replaceChildren(...withDates(rate ? tr('{amount} at {rate}', { amount: euros.text, rate: rate.text }) : ''));
  setText(get('spoken'), tr('Total {amount}', { amount: total.text }));
  showAge();
}

/** Says if the bill is not that of what the fields hold. */
function showAge() {
  get('changed').hidden = shownOrder === undefined || shownOrder === JSON.stringify(ordered());
  const rate = currentRate();
  get('rate-line').hidden = !rate;
  get('rate').replaceChildren(...withDates(shownOrder ? '' : rate?.text ?? ''));
}

// The fields

function makeDish(dish) {
  const isSlider = dish.unit != null;
  const input = element('input', isSlider
    ? { type: 'range', min: dish.least, max: dish.most, step: dish.step }
    : { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '0' });
  input.id = input.name = dish.field;
  input.value = '0';
  const label = element('label', { for: dish.field, class: 'dish' },
    element('span', { class: 'name' }, dish.label), ' ',
    element('span', { class: 'quiet' }, isSlider ? `${dish.price.text} / ${dish.unit}` : dish.price.text));
  return element('li', { class: 'field' }, label, ...(isSlider ? sliderOf : fieldOf)(dish, input));
}

function stepperOf(dish, input, shown, [less, more], step) {
  const buttons = stepButtons(less, more, dish.label, (by) => {
    step(by);
    input.dispatchEvent(new Event('input'));
  });
  const showEnds = () => [dish.least, dish.most].forEach((end, index) => buttons[index].setAttribute('aria-disabled', input.value.trim() === end));
  input.addEventListener('input', showEnds);
  showEnds();
  return element('span', { class: 'stepper' }, shown, ...buttons);
}

function sliderOf(dish, input) {
  const shown = element('output', { for: dish.field });
  const litres = (number) => `${shownNumber(number)} ${dish.unit}`;
  const show = () => {
    setText(shown, litres(input.value));
    input.setAttribute('aria-valuetext', litres(input.value));
    showAge();
  };
  input.addEventListener('input', show);
  show();
  const amount = litres(dish.step);
  const words = [tr('{amount} less', { amount }), tr('{amount} more', { amount })];
  return [stepperOf(dish, input, shown, words, (by) => input.stepUp(by)), input];
}

function fieldOf(dish, input) {
  const note = element('p', { class: 'quiet note', role: 'status' });
  const step = (by) => {
    const value = input.value.trim();
    // The till refuses a text that isn't a number, and the message appears at the field.
    if (/^\d*$/.test(value)) input.value = String(Math.min(Number(dish.most), Math.max(Number(dish.least), Number(value) + by)));
  };
  const stepper = stepperOf(dish, input, input, [tr('One less'), tr('One more')], step);
  input.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
    input.dispatchEvent(new Event('input'));
  });
  input.addEventListener('input', () => {
    ask();
    const isEmpty = input.value.trim() === '';
    if (isEmpty) setText(note, tr('An empty field counts as 0.'));
    // Its room stays, so that nothing moves while somebody types.
    note.classList.toggle('past', !isEmpty);
  });
  // New input replaces the old text; a tap would deselect it again.
  for (const kind of ['focus', 'click']) input.addEventListener(kind, () => input.select());
  return [stepper, note];
}

// Currencies and their rates

const currentRate = () => rates.find((rate) => rate.currency === currency);

function choose(value) {
  currency = value;
  for (const button of get('currencies').children) button.setAttribute('aria-pressed', String(button.value === value));
}

function askRate() {
  const field = element('input', { type: 'text', inputmode: 'decimal', id: 'new-rate', name: 'rate', autocomplete: 'off' });
  const rate = currentRate();
  field.value = shownNumber(rate.rate);
  const change = async (method, parameters) => {
    try {
      ({ rates } = await till(method, { currency, ...parameters }));
      dialog.close();
      if (shownOrder) calculate();
      else showAge();
    } catch (error) {
      if (!showProblems(dialog, error)) dialog.close();
      field.focus();
    }
  };
  const set = (event) => {
    event.preventDefault();
    change('SetRate', { rate: typedNumber(field.value) });
  };
  const dialog = openDialog('name', tr('The dollar’s rate'), element('form', { class: 'fields', novalidate: true, submit: set },
    element('p', { class: 'quiet' }, ...withDates(rate.text)),
    element('div', { class: 'field' }, element('label', { for: 'new-rate' }, tr('{currency} for one euro', { currency })), field),
    element('button', { type: 'submit', class: 'strong wide' }, tr('Set the rate')),
    ...(rate.isReference ? [] : [element('button', {
      type: 'button', class: 'wide', click: () => change('ResetRate', {}),
    }, tr('Use the bank’s rate again'))])));
  field.focus();
  field.select();
}

order.addEventListener('submit', (event) => {
  event.preventDefault();
  calculate();
});
get('delivery').addEventListener('change', showAge);
get('change-rate').addEventListener('click', askRate);

// The beginning

begin(async () => {
  const menu = await till('Menu');
  get('dishes').replaceChildren(...menu.dishes.map(makeDish));
  setText(get('delivery-label'), `${menu.deliveryLabel} ${menu.delivery.text}`);
  const calculateIn = (value) => {
    choose(value);
    calculate();
  };
  get('currencies').replaceChildren(...menu.currencies.map(({ value, label }) =>
    element('button', { type: 'button', value, click: () => calculateIn(value) }, label)));
  // That of the prices.
  choose(menu.delivery.currency);
  showAge();
  // The dishes don't wait for the database. Without it there are no rates, and a total in dollars is refused.
  ({ rates } = await till('Rates'));
  showAge();
});
