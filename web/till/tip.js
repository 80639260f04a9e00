// The tip calculator: the check, its split, and the settings on the back.

import { button, clearProblems, element, get, keep, kept, openPad, padKey, setText, showText } from '../shared/dom.js';
import { begin, choose, complain, fill, inOrder, move, separatorName, showProblems, till, typedNumber } from './till.js';
import { separator, shownNumber, tr } from '../shared/language.js';
import { showBranding } from './branding.js';
import { Check } from './check.js';
import { onShake } from './shaking.js';
import { play } from './sounds.js';

const [front, back, slides, summary, split] = ['front', 'back', 'slides', 'summary', 'split'].map(get);

const remembered = 'tip-settings';
const empty = { bill: '', percent: '0', people: 1, adjustments: [] };

/** The request that the till has accepted, and the next one; they differ while a call is under way. */
let accepted = { ...empty, clears: 0 };
let wanted = { ...accepted };
/** Keys of the number pad that the till hasn't seen yet. */
let keys = '';
let choices;
let reply;
let pad;

// The check

const ask = inOrder(async (isStale) => {
  const asked = { ...wanted };
  const { bill, percent, people, settings, adjustments } = asked;
  // One by one, because the till refuses all keys of a call if one of them can't be taken. C goes with what it clears for.
  const [newKeys] = keys.match(/^C?.?/);
  keys = keys.slice(newKeys.length);
  if (keys) ask();
  try {
    reply = await till('Tip', {
      bill, keys: newKeys, percent, people, adjustments, settings: { ...settings, locale: navigator.language },
    });
    accepted = { ...asked, bill: reply.entry };
    if (asked.clears === wanted.clears) wanted.bill = reply.entry;
    save();
    if (isStale()) return;
    clearProblems(front);
    clearProblems(get('tax-rate'));
    complain('');
    show();
  } catch (error) {
    if (isStale()) return;
    const isSetting = wanted.settings !== accepted.settings;
    // A refusal changes nothing.
    wanted = { ...accepted };
    if (reply) show();
    if (pad) setText(pad.refused, error.message);
    else showProblems(isSetting ? get('tax-rate') : front, error);
  }
});

/** Changes the check; whatever was adjusted before belonged to another total. */
function change(changes) {
  Object.assign(wanted, { adjustments: [] }, changes);
  ask();
}

function show() {
  setText(get('people').querySelector('.value'), reply.peopleLabel);
  const percent = choices.percents.find(({ value }) => value === accepted.percent);
  const bill = reply.bill.text;
  setText(get('percent').querySelector('.value'), percent.label.replace('%', '\u00a0%'));
  setText(get('bill').querySelector('.value'), bill);
  setText(get('total-tip'), reply.tip.text);
  setText(get('total-to-pay'), reply.total.text);
  setText(get('total-per-person'), reply.perPersonText ?? '');
  get('per-person').hidden = !reply.perPersonText;
  showText(get('tipped'), reply.tipped ? tr('The tip is computed on {amount}, the bill before tax.', { amount: reply.tipped.text }) : '');
  setText(get('spoken'), pad ? tr('Bill {amount}', { amount: bill }) : spokenTotals());
  if (pad) showPad();
  showChecks();
}

function spokenTotals() {
  const amounts = { tip: reply.tip.text, total: reply.total.text, person: reply.perPersonText ?? '' };
  return amounts.person ? tr('Tip {tip}, to pay {total}, per person {person}', amounts) : tr('Tip {tip}, to pay {total}', amounts);
}

// The split

const rows = [];

function showChecks() {
  const checks = accepted.people > 1 ? reply.checks : [];
  while (rows.length > checks.length) rows.pop().element.remove();
  while (rows.length < checks.length) {
    const row = makeRow(checks[rows.length]);
    rows.push(row);
    get('checks').append(row.element);
  }
  checks.forEach((check, index) => rows[index].update(check, reply.total.minor > 0));
  get('no-split').hidden = checks.length > 0;
  showText(get('sum'), checks.length ? reply.totalText : '');
}

function makeRow(shown) {
  const { check } = shown;
  const adjusted = () => wanted.adjustments.find((each) => each.check === check)?.minor;
  return new Check(shown, adjusted, (minor) => {
    wanted.adjustments = [...wanted.adjustments.filter((each) => each.check !== check), { check, minor }];
    ask();
  });
}

// The two pages, side by side

let isSplitShown = false;
let isMoving = false;
const isMirrored = () => getComputedStyle(slides).direction === 'rtl';

function mark(isSplit) {
  isSplitShown = isSplit;
  for (const [tab, isChosen] of [[get('summary-tab'), !isSplit], [get('split-tab'), isSplit]]) {
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
}

async function turnTo(isSplit) {
  if (isSplit === isSplitShown || isMoving) return;
  isMoving = true;
  mark(isSplit);
  const [from, to] = isSplit ? [summary, split] : [split, summary];
  const way = isSplit !== isMirrored() ? 1 : -1;
  play('slide');
  to.hidden = false;
  await Promise.all([
    move(from, [{ transform: 'none' }, { transform: `translateX(${-100 * way}%)` }]),
    move(to, [{ transform: `translateX(${100 * way}%)` }, { transform: 'none' }]),
  ]);
  from.hidden = true;
  isMoving = false;
}

get('summary-tab').addEventListener('click', () => turnTo(false));
get('split-tab').addEventListener('click', () => turnTo(true));
front.querySelector('[role=tablist]').addEventListener('keydown', (event) => {
  if (!['ArrowLeft', 'ArrowRight'].includes(event.key) || isMoving) return;
  turnTo(!isSplitShown);
  get(isSplitShown ? 'split-tab' : 'summary-tab').focus();
});

let touch;
slides.addEventListener('pointerdown', (event) => {
  touch = event.isPrimary && event.pointerType !== 'mouse' && !event.target.closest('input')
    ? { x: event.clientX, y: event.clientY } : undefined;
});
slides.addEventListener('pointerup', (event) => {
  if (!touch) return;
  const [x, y] = [event.clientX - touch.x, event.clientY - touch.y];
  touch = undefined;
  if (Math.abs(x) < 50 || Math.abs(x) < 2 * Math.abs(y)) return;
  turnTo((x < 0) !== isMirrored());
});

async function clear() {
  if (isMoving || !back.hidden) return;
  isMoving = true;
  pad?.dialog.close();
  play('clear');
  await move(slides, [{ transform: 'none' }, { transform: 'translateX(100%)' }], { fill: 'forwards' });
  split.hidden = true;
  summary.hidden = false;
  mark(false);
  keys = '';
  change({ ...empty, clears: wanted.clears + 1 });
  for (const animation of slides.getAnimations()) animation.cancel();
  await move(slides, [{ transform: 'translateX(-100%)' }, { transform: 'none' }]);
  isMoving = false;
}

get('clear').addEventListener('click', clear);

// The pickers, and the number pad

get('people').addEventListener('click', () => {
  choose(tr('Split Check'), choices.people, String(accepted.people), (value) => change({ people: Number(value) }));
});
get('percent').addEventListener('click', () => {
  // The till's labels end with the amounts, which stand in a column here.
  const rows = (reply?.percents ?? choices.percents).map(({ value, label, tip }) => ({
    value,
    label: tip ? element('span', { class: 'percent' }, element('span', {}, `${value}\u00a0%`), ' ',
      element('span', {}, label.split('  ')[0]), ' ', element('span', { class: 'amount' }, tip.text)) : label,
  }));
  choose(tr('Tip Percentage'), rows, accepted.percent, (percent) => change({ percent }));
});
get('bill').addEventListener('click', () => {
  // The first key begins a new amount in the place of the old one.
  let isFresh = true;
  const press = (key) => {
    if (isFresh && key !== 'B') keys += 'C';
    isFresh = false;
    keys += key;
    change({});
  };
  const keyOf = (key) => (/^[0-9.]$/.test(key) ? key : { ',': '.', Delete: 'C' }[key]);
  pad = openPad(tr('Bill Total'), press, keyOf, padKey(separator, () => press('.'), separatorName),
    button('strong wide', () => pad.dialog.close(), tr('Done')));
  pad.dialog.addEventListener('close', () => {
    pad = undefined;
    if (reply) setText(get('spoken'), spokenTotals());
  });
  showPad();
});

function showPad() {
  setText(pad.shown, reply?.entry ? shownNumber(reply.entry) : reply?.bill.text ?? '0');
  pad.shown.classList.toggle('empty', !reply?.entry);
  setText(pad.refused, '');
}

// The back: settings

async function turnOver(isBack) {
  // A tax rate that was refused has changed nothing.
  get('tax-rate-field').value = shownNumber(wanted.settings.taxRate);
  clearProblems(get('tax-rate'));
  const [from, to] = isBack ? [front, back] : [back, front];
  play('turn');
  await move(from, [{ transform: 'none' }, { transform: 'perspective(90rem) rotateY(90deg)' }], { duration: 200, easing: 'ease-in' });
  from.hidden = true;
  to.hidden = false;
  scrollTo(0, 0);
  (isBack ? get('settings-title') : get('info')).focus({ preventScroll: true });
  await move(to, [{ transform: 'perspective(90rem) rotateY(-90deg)' }, { transform: 'none' }], { duration: 200, easing: 'ease-out' });
}

get('info').addEventListener('click', () => turnOver(true));
back.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.submitter === get('done')) turnOver(false);
  else document.activeElement.blur();
});

const set = (changes) => change({ settings: { ...wanted.settings, ...changes } });

function showSettings() {
  const { settings } = accepted;
  fill(get('currency-list'), 'currency', choices.currencies, settings.currency, (currency) => set({ currency }));
  fill(get('rounding-list'), 'rounding', choices.roundings, settings.rounding, (rounding) => set({ rounding }));
  fill(get('tax-list'), 'tipOnTax', choices.tipOnTax, String(settings.tipOnTax), (value) => {
    const tipOnTax = value === 'true';
    set({ tipOnTax });
    showTaxRate(!tipOnTax);
  });
  get('tax-rate').hidden = settings.tipOnTax;
  get('tax-rate-field').value = shownNumber(settings.taxRate);
}

/** The tax rate opens downwards, and closes upwards. */
async function showTaxRate(isShown) {
  const place = get('tax-rate');
  if (place.hidden !== isShown) return;
  play(isShown ? 'open' : 'shut');
  place.hidden = false;
  const height = [{ blockSize: 0, opacity: 0 }, { blockSize: `${place.scrollHeight}px`, opacity: 1 }];
  place.style.overflow = 'hidden';
  await move(place, isShown ? height : height.reverse());
  place.style.overflow = '';
  place.hidden = !isShown;
}

get('tax-rate-field').addEventListener('input', () => set({ taxRate: typedNumber(get('tax-rate-field').value) }));
get('sound').addEventListener('change', () => {
  save();
  play('open');
});

function save() {
  const device = { sound: get('sound').checked, shake: get('shake').checked };
  keep(remembered, JSON.stringify({ settings: accepted.settings, device }));
}

// Shaking

function shaken() {
  if (!document.querySelector('dialog[open]:not(.pad)')) clear();
}

/** Listens to shakes, if they clear the check. */
async function allowShaking(asks) {
  const note = get('shake-note');
  note.hidden = true;
  try {
    showText(note, await onShake(get('shake').checked ? shaken : undefined, asks));
  } catch {
    get('shake').checked = false;
    save();
    showText(note, tr('The device didn’t allow it.'));
  }
}

get('shake').addEventListener('change', () => {
  save();
  allowShaking(true);
});

// The beginning

begin(async () => {
  choices = await till('TipChoices');
  const before = JSON.parse(kept(remembered)) ?? {};
  get('sound').checked = before.device?.sound ?? true;
  get('shake').checked = before.device?.shake ?? false;
  const settings = { ...choices.settings, ...before.settings };
  accepted.settings = wanted.settings = settings;
  if (before.settings) {
    // Settings of another version may be refused; those at start are taken then. Any other failure passes.
    await till('Tip', { ...empty, settings: { ...settings, locale: navigator.language } })
      .catch(({ name, problems }) => {
        const isRefused = problems.length > 0 || name === 'org.varlink.service.InvalidParameter';
        if (isRefused) accepted.settings = wanted.settings = choices.settings;
      });
  }
  showSettings();
  allowShaking(false);
  // Some devices ask again each time, and only while a tap is handled.
  if (window.DeviceMotionEvent?.requestPermission) document.addEventListener('click', () => allowShaking(get('shake').checked), { once: true });
  ask();
  showBranding(await till('Branding'));
});
