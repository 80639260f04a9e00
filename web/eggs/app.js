// The eggs' page: taps become calls, and what eggd tells is shown.

import { askName, askTime, showEggs, showHistory } from './dialogs.js';
import { answerTaps, eggPicture, element, get, setText, showText, showTrouble } from '../shared/dom.js';
import { Kitchen } from './kitchen.js';
import { list, tr } from '../shared/language.js';
import { Row, WayBack, announce, announceTime } from './row.js';
import { Together } from './together.js';
import { Watch } from '../shared/watch.js';
import { clockText, freeName, rawEggText, spokenTime } from '../shared/words.js';

const [gone, soundOut, storeOut, problem, rowList, idle] = ['gone', 'sound-out', 'store-out', 'problem', 'rows', 'idle'].map(get);

const watch = new Watch({
  update, paint, complain, belled: showNotices, rings: showTitle, cue: giveCue,
  gone: (sentence, detail) => showTrouble(gone, sentence, detail),
  waits: () => {
    tapped = null;
    showMenu();
  },
});
const { bell, countdowns } = watch;
const kitchen = new Kitchen(showEggMenu);
const together = new Together(showMenu, complain);
const wayBack = new WayBack(() => act('Undo'), show);
const rows = new Map();
let timers = [];
/** Why an alarm would not be heard, and why timers are not saved. */
let troubles = {};
/** Where the last row was that was removed. */
let removedPlace = 0;
let isBeside = false;
/** The egg that was tapped and of which eggd hasn't told yet. */
let tapped = null;

// Calls

const act = (method, parameters) => watch.act(method, parameters);
const rename = (timer) => askName(timer, watch.change);

function complain(sentence) {
  showText(problem, sentence);
}

/** Starts an egg, or a time. It takes the place of the egg, or the time, before unless it was to run beside it. */
async function start({ egg, durationMs, name: given, sound }) {
  // The names that eggd gives by itself.
  const standard = given ?? (egg ? 'egg' : 'timer');
  const name = isBeside ? freeName(standard, timers) : standard;
  const tap = { egg: egg ?? 'custom', name };
  isBeside = false;
  tapped = tap;
  showMenu();
  const what = { ...egg ? { egg } : { durationMs }, sound };
  if (await act('Start', given || name !== standard ? { ...what, name } : what)) return;
  if (tapped === tap) tapped = null;
  showMenu();
  kitchen.read();
}

/** Starts what has ended once more, under the name that a person gave. */
function startAgain({ durationMs, shown }) {
  const { egg, count, name, sound } = Object.fromEntries(new URLSearchParams(shown.link));
  if (count) act('Cook', { eggs: [{ egg, count: Number(count) }], name });
  else start({ egg, durationMs, name, sound });
}

/** Starts the eggs that were counted, so that all are done at the same moment. */
async function startTogether() {
  const reply = await act('Cook', { eggs: together.portions });
  if (!reply) {
    kitchen.read();
    return;
  }
  const hadFocus = document.activeElement === get('start-together');
  together.turn(false);
  // Its button is gone.
  if (hadFocus) get('together').focus();
  tellNow(list(reply.timers.filter(({ cue }) => !cue).map(({ shown }) => shown.eggs), 'conjunction'));
}

/** Says for a minute that these eggs go into the water now. */
function tellNow(eggs) {
  clearTimeout(tellNow.end);
  showText(get('now'), tr('Now: {eggs} in.', { eggs }));
  tellNow.end = setTimeout(() => { get('now').hidden = true; }, 60000);
}

function giveCue(eggs) {
  tellNow(eggs);
  bell.strike();
}

// The picture

function showEggMenu() {
  const { eggs, rawEgg } = kitchen;
  const three = [...document.querySelectorAll('.egg')];
  for (const button of three) {
    const egg = eggs.find(({ name }) => name === button.dataset.egg);
    button.parentElement.hidden = !egg;
    if (egg) describe(button, egg);
  }
  const others = eggs.filter(({ name }) => three.every((button) => button.dataset.egg !== name));
  for (const old of document.querySelectorAll('.other-egg, .other-time')) old.parentElement.remove();
  document.querySelector('.more').append(...others.map((egg) => {
    const button = element('button', { type: 'button', class: 'chip other-egg', 'data-egg': egg.name },
      eggPicture(egg.name, egg.durationMs), element('span', { class: 'name' }, egg.shown.name), ' ',
      element('span', { class: 'time' }));
    button.title = egg.shown.result;
    describe(button, egg);
    return element('li', {}, button);
  }), ...kitchen.times.map((run) => element('li', { class: 'single' },
    element('button', { type: 'button', class: 'chip other-time', click: () => startAgain(run) },
      `${run.shown.title} `, element('span', { class: 'time' }, clockText(run.durationMs))))));
  if (rawEgg) setText(get('this-egg').querySelector('.name'), rawEggText(rawEgg, kitchen));
  showMenu();
}

function describe(button, { durationMs, shown: { description, safety } }) {
  const time = button.querySelector('.time');
  time.replaceChildren(
    element('span', { 'aria-hidden': 'true' }, clockText(durationMs)),
    element('span', { class: 'unseen' }, spokenTime(durationMs)));
  for (const [part, text] of [['.about', description], ['.safety', safety]]) {
    const shown = button.querySelector(part);
    if (shown) setText(shown, text);
  }
}

function showMenu() {
  const first = timers.find(({ name }) => name === 'egg');
  const chosen = tapped?.name === 'egg' ? tapped.egg : first?.shown.isOver ? undefined : first?.egg;
  for (const button of document.querySelectorAll('[data-egg]')) {
    const { egg } = button.dataset;
    const count = together.count(egg);
    const isChosen = together.isOn ? count > 0 : egg === chosen || egg === tapped?.egg;
    button.classList.toggle('chosen', isChosen);
    let mark = button.querySelector('.mark');
    if (isChosen && !mark) button.append(mark = element('span', { class: 'mark' }));
    if (isChosen) setText(mark, count ? `${count}×` : tr('in the pot'));
    else mark?.remove();
  }
  const canReplace = first || timers.some(({ name }) => name === 'timer');
  if (!canReplace) isBeside = false;
  get('beside').disabled = !canReplace;
  get('beside').setAttribute('aria-pressed', isBeside);
  document.body.classList.toggle('besides', isBeside);
  if (document.body.dataset.timers) setText(idle.lastElementChild, together.isOn ? tr('Tap each egg that goes into the pot, then Start.') : tr('Tap an egg when it goes into the pot.'));
  together.show(new Map(kitchen.eggs.map(({ name, shown }) => [name, shown.name])));
}

function showTimers() {
  const old = [...rowList.children];
  const focused = document.activeElement;
  const focusPlace = idle.contains(focused) ? 0 : old.findIndex((each) => each.contains(focused));
  for (const [name, row] of rows) {
    if (timers.some((timer) => timer.name === name)) continue;
    rows.delete(name);
    const renamed = timers.find(({ id }) => id === row.timer.id);
    if (renamed) rows.set(renamed.name, row);
    else sight.unobserve(row.element);
  }
  const elements = timers.map((timer, index) => {
    let row = rows.get(timer.name);
    if (row) row.update(timer, index === 0);
    else {
      rows.set(timer.name, row = new Row(timer, index === 0, { act, rename }));
      sight.observe(row.element);
    }
    return row.element;
  });
  const removed = old.findIndex((each) => each.className === 'row' && !elements.includes(each));
  if (removed >= 0) removedPlace = removed;
  const wanted = wayBack.among(elements, removedPlace, idle);
  // Those that came with the page only keep the place.
  for (const each of old) if (!wanted.includes(each)) each.remove();
  wanted.forEach((each, index) => {
    if (rowList.children[index] !== each) rowList.insertBefore(each, rowList.children[index] ?? null);
  });
  // What is removed takes the keyboard's place with it.
  if (focusPlace < 0 || document.activeElement === focused) return;
  const next = rowList.children[Math.min(focusPlace, wanted.length - 1)]?.querySelector('.name');
  (wayBack.removal ? wayBack.button : next ?? get('another-time')).focus();
}

/** Only rows in sight are drawn; the others are counted. */
const sight = new IntersectionObserver((entries) => {
  for (const row of rows.values()) {
    const entry = entries.findLast(({ target }) => target === row.element);
    if (entry) [row.isInSight, row.isWhole] = [entry.isIntersecting, entry.intersectionRatio > 0.8];
  }
  const count = [...rows.values()].filter(({ isWhole }) => !isWhole).length;
  setText(get('rest'), count ? tr('{count} more', { count }) : '');
  watch.wake();
}, { threshold: [0, 0.8] });

function showNotices() {
  const offers = troubles.soundOut && !bell.isWanted;
  const texts = [troubles.soundOut, offers ? tr('Tap here, and this page also rings.') : bell.problem];
  showTrouble(soundOut, texts.filter(Boolean).join(' '), troubles.soundDetail, offers ? turnBell : undefined);
  showTrouble(storeOut, troubles.storeOut ?? '', troubles.storeDetail);
  const state = !bell.isWanted ? 'off' : bell.isReady ? 'on' : 'waiting';
  const button = get('ring-here');
  button.dataset.state = state;
  button.setAttribute('aria-pressed', bell.isWanted);
  button.title = bell.problem || (state === 'on' ? tr('This page also rings') : tr('Also ring here'));
}

function turnBell() {
  bell.want(!bell.isWanted);
  showNotices();
  watch.ring();
}

function showTitle(alarms) {
  const title = alarms.length ? tr('Done: {timers}', { timers: list(alarms.map(({ shown }) => shown.title)) }) : tr('Egg timer');
  if (document.title !== title) document.title = title;
}

function paint(now) {
  let wait = Infinity;
  for (const row of rows.values()) {
    if (row.isInSight) wait = Math.min(wait, row.paint(countdowns, now, watch.isGone));
    announceTime(row, countdowns, now);
  }
  return wait;
}

// The inputs

function show() {
  document.body.dataset.timers = timers.length;
  showMenu();
  showTimers();
  showNotices();
  watch.wake();
}

function update(message, wasGone) {
  if (wasGone) complain('');
  kitchen.take(message);
  timers = message.timers;
  troubles = message;
  gone.hidden = true;
  const isShown = ({ name, egg }) => name === tapped.name && egg === tapped.egg;
  if (message.event.kind === 'snapshot' || tapped && timers.some(isShown)) tapped = null;
  wayBack.offer(message);
  if (message.event.kind === 'cued') giveCue(timers.find(({ name }) => name === message.event.timer)?.shown.eggs ?? '');
  // An alarm is also heard from a hidden page; everything else waits until the page is seen.
  if (document.hidden) return;
  show();
  announce(message, wayBack.words);
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) show(); });

// From now on, this code starts the eggs, and not the form, and judges taps.
get('early').addEventListener('submit', (event) => event.preventDefault());
document.querySelector('.cover')?.remove();
answerTaps();
document.addEventListener('click', (event) => {
  const egg = event.target.closest('[data-egg]')?.dataset.egg;
  if (egg && together.isOn) together.add(egg);
  else if (egg) start({ egg });
});
get('another-time').addEventListener('click', () => {
  askTime(isBeside ? tr('Other time, second pot') : tr('Other time'), (durationMs) => start({ durationMs }));
});
get('beside').addEventListener('click', () => {
  isBeside = !isBeside;
  showMenu();
});
get('together').addEventListener('click', () => {
  complain('');
  together.turn(!together.isOn);
});
get('start-together').addEventListener('click', startTogether);
/** Opens a sheet about the kitchen, which the page may not know yet. */
async function openSheet(open) {
  if (!kitchen.rawEgg) await kitchen.read();
  open(kitchen);
}
get('show-eggs').addEventListener('click', () => openSheet(showEggs));
get('this-egg').addEventListener('click', async () => openSheet((await import('./thisegg.js')).askEgg));
get('show-history').addEventListener('click', () => showHistory(startAgain).catch((error) => complain(error.message)));
get('show-languages').addEventListener('click', () => location.assign('/language'));
get('ring-here').addEventListener('click', turnBell);
dispatchEvent(new Event('codestart'));
