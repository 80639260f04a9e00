// The greeting cards: signing in, ordering, and what was ordered.

import { button, clearProblems, copyText, element, get, openDialog, setText } from '../shared/dom.js';
import { begin, complain, fill, inOrder, showProblems, till } from './till.js';
import { tr } from '../shared/language.js';
import { dateText } from '../shared/words.js';

const formOf = (view) => get(view).querySelector('form');
const views = [...document.querySelectorAll('#views > section')];

let customer = null;
let choices;
let listed = [];
let shown;

// Views. Each has its place in the browser's history, so that its Back button leads back.

/** The calls that show each view again. */
const openings = {
  purchases: showPurchases,
  buy: () => { paintSwatch(); askPrice(); },
  details: ({ order }) => showDetails(order),
};

async function go(view, about = {}, replaces = false) {
  const state = { view, ...about };
  if (replaces) history.replaceState(state, '', location.pathname);
  else history.pushState(state, '', location.pathname);
  await show(state);
}

async function show({ view, ...about }) {
  complain('');
  const isOpen = view === 'login' || view === 'register';
  const shown = customer || isOpen ? (customer && isOpen ? 'purchases' : view) : 'login';
  for (const each of views) each.hidden = each.id !== shown;
  scrollTo(0, 0);
  get(shown).querySelector('h1').focus({ preventScroll: true });
  await openings[shown]?.(about);
}

addEventListener('popstate', (event) => show(event.state ?? { view: 'purchases' }));

document.addEventListener('click', (event) => {
  const view = event.target.closest('[data-to]')?.dataset.to;
  if (view) go(view);
});

/** Does something; says what was refused at the field, and leads to the first page if nobody is signed in. */
async function attempt(root, action) {
  const submit = root.querySelector('[type=submit]');
  if (submit?.hasAttribute('aria-busy')) return;
  submit?.setAttribute('aria-busy', 'true');
  try {
    await action();
    clearProblems(root);
  } catch (error) {
    if (error.name === 'io.eggtimer.Till.NotSignedIn') {
      await leave();
      complain(error.message);
    } else {
      showProblems(root, error)?.focus();
    }
  } finally {
    submit?.removeAttribute('aria-busy');
  }
}

/** Nobody is signed in now: what was shown is also taken off the page. */
async function leave() {
  customer = null;
  listed = [];
  for (const id of ['orders', 'facts', 'who', 'recovery-code']) get(id).replaceChildren();
  formOf('buy').reset();
  await go('login', {}, true);
}

const values = (form) => Object.fromEntries(new FormData(form));

/** Sends a view's form with `send(fields)`, and empties it when it was taken; `finish(reply)` shows the reply. */
function onSubmit(view, send, finish) {
  const form = formOf(view);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    complain('');
    attempt(form, async () => {
      const reply = await send(values(form));
      form.reset();
      await finish(reply);
    });
  });
}

// Customers

onSubmit('login', (fields) => till('SignIn', fields), async (reply) => {
  ({ customer } = reply);
  await go('purchases', {}, true);
});

onSubmit('register', (fields) => till('Register', fields), (reply) => {
  ({ customer } = reply);
  // Browsers don't break a line between a hyphen and a digit by themselves.
  get('recovery-code').replaceChildren(...reply.recoveryCode.split('-').flatMap((part, index) => (index ? ['-', element('wbr'), part] : [part])));
  setText(get('copied'), '');
  // The code isn't in the history: it is shown once.
  history.replaceState({ view: 'purchases' }, '', location.pathname);
  for (const view of views) view.hidden = view.id !== 'recovery';
  get('recovery').querySelector('h1').focus();
});

get('copy').addEventListener('click', async () => {
  const isCopied = await copyText(get('recovery-code'));
  setText(get('copied'), isCopied ? tr('Copied.') : tr('Selected: copy it with the device’s own command.'));
});

get('kept').addEventListener('click', () => {
  setText(get('recovery-code'), '');
  go('purchases', {}, true);
});

get('sign-out').addEventListener('click', () => attempt(get('purchases'), async () => {
  await till('SignOut');
  await leave();
}));

/** Asks before something is deleted for good. */
function confirmDeletion(title, text, [no, yes], action) {
  const close = () => dialog.close();
  const dialog = openDialog('sheet', title, element('p', {}, `${text} ${tr('This can’t be undone.')}`),
    element('div', { class: 'pair' }, button('', close, no), button('grave', () => { close(); action(); }, yes)));
}

get('delete').addEventListener('click', () => confirmDeletion(tr('Delete my data?'),
  tr('Your name, e-mail, telephone and all your orders are deleted from this machine, {name}.', customer),
  [tr('Keep my data'), tr('Delete everything')],
  () => attempt(get('purchases'), async () => {
    await till('DeleteAccount');
    await leave();
  })));

// Purchases

async function showPurchases() {
  listed = [];
  get('orders').replaceChildren();
  setText(get('who'), [customer.name, customer.email, customer.telephone].filter(Boolean).join(' · '));
  await showMore();
}

async function showMore() {
  const [list, from] = [listed, listed.length];
  await attempt(get('purchases'), async () => {
    const { orders, hasMore } = await till('Purchases', { before: list.at(-1)?.order ?? null });
    // Another answer has brought these, or the list was begun anew.
    if (listed !== list || list.length !== from) return;
    listed.push(...orders);
    get('orders').append(...orders.map(({ order, recipient, date }) => element('li', {}, button('line', () => go('details', { order }),
      element('span', { class: 'name' }, recipient), ' ', element('span', { class: 'value quiet' }, dateText(date))))));
    get('more').hidden = !hasMore;
    get('none').hidden = listed.length > 0;
  });
}

get('more').addEventListener('click', showMore);

async function showDetails(order) {
  get('facts').replaceChildren();
  get('delete-order').hidden = true;
  await attempt(get('details'), async () => {
    const { order: found } = await till('Purchase', { order });
    shown = found;
    get('delete-order').hidden = false;
    const facts = [[tr('Recipient'), found.recipient], [tr('Man or woman'), found.genderLabel],
      [tr('Favourite colour'), found.color, paint(element('span', { class: 'swatch' }), found.color)], [tr('Message'), found.message], [tr('Sender or senders'), found.senders],
      [tr('Luxury'), String(found.luxury)], [tr('Price'), found.price.text], [tr('Ordered'), dateText(found.date)], [tr('Order'), found.order]];
    get('facts').replaceChildren(...facts.map(([name, ...content]) => element('div', {},
      element('dt', {}, name), element('dd', {}, ...content))));
  });
}

get('delete-order').addEventListener('click', () => {
  const { order, recipient, date } = shown;
  confirmDeletion(tr('Delete this order?'), tr('The order for {recipient} of {date} is deleted from this machine.', { recipient, date: dateText(date) }),
    [tr('Keep the order'), tr('Delete the order')],
    () => attempt(get('details'), async () => {
      await till('DeleteOrder', { order });
      await go('purchases', {}, true);
      setText(get('spoken'), tr('The order for {recipient} is deleted', { recipient }));
    }));
});

// A new order

const ask = inOrder(async (isStale) => {
  const { message, senders } = values(formOf('buy'));
  try {
    const reply = await till('CardPrice', { message, senders, luxury: Number(get('luxury').value) });
    if (isStale()) return;
    setText(get('price'), reply.price.text);
    setText(get('message-count'), reply.messageCount);
    setText(get('senders-count'), reply.sendersCount);
    for (const name of ['message', 'senders']) clearProblems(get(name).closest('.field'));
    complain('');
  } catch (error) {
    if (!isStale()) showProblems(formOf('buy'), error);
  }
});

/** Gives an element the colour that a text names: all of it, as `dark blue`, or its last word that is a colour. */
function paint(swatch, text) {
  const words = text.toLowerCase().split(/[^\p{L}\d#]+/u);
  const color = [words.join(''), ...words.reverse()].find((word) => word && CSS.supports('color', word));
  swatch.hidden = !color;
  swatch.style.backgroundColor = color ?? '';
  return swatch;
}

const paintSwatch = () => paint(get('swatch'), get('color').value);

function askPrice() {
  setText(get('luxury-value'), get('luxury').value);
  ask();
}

for (const name of ['message', 'senders', 'luxury']) get(name).addEventListener('input', askPrice);
get('color').addEventListener('input', paintSwatch);

onSubmit('buy', (fields) => till('Buy', { gender: '', ...fields, luxury: Number(fields.luxury) }), async ({ order }) => {
  history.replaceState({ view: 'purchases' }, '', location.pathname);
  await go('details', { order: order.order });
  setText(get('spoken'), tr('Ordered for {recipient}: {price}', { recipient: order.recipient, price: order.price.text }));
});

// The beginning

function showChoices() {
  get('genders').replaceChildren(...choices.genders.map(({ value, label }) => element('label', {},
    element('input', { type: 'radio', name: 'gender', value, required: true }), element('span', {}, label))));
  const luxury = get('luxury');
  [luxury.min, luxury.max] = [choices.minLuxury, choices.maxLuxury];
  luxury.defaultValue = luxury.value = choices.minLuxury;
  setText(get('luxury-hint'), choices.luxuryHint);
  fill(get('leading'), 'currency', choices.leadings, choices.leading,
    (currency) => attempt(get('leading'), () => till('SetLeadingCurrency', { currency })));
}

begin(async () => {
  choices = await till('CardChoices');
  showChoices();
  ({ customer } = await till('Account'));
  await go(customer ? 'purchases' : 'login', customer ? history.state ?? {} : {}, true);
});
