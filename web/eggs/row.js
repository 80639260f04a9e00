// A timer on the page: its name, its digits, its bar and what can be done with it; the way back where one
// was; and what is said of timers to screen readers.

import { InsideButton } from './inside.js';
import { button, element, get, setDigits, setName, setText, sign } from '../shared/dom.js';
import { tr } from '../shared/language.js';
import { clockText, elapsedText, filled, spokenTime, timeIsUp } from '../shared/words.js';
import { untilChange } from '../shared/countdowns.js';

const halfMinute = 30000;

export class Row {
  isInSight = true;
  isWhole = true;

  /** `act(method, parameters)` calls eggd and says what it refuses; `rename(timer)` asks for a new name. */
  constructor(timer, isFirst, { act, rename }) {
    this.inside = new InsideButton();
    this.digits = element('p', { class: 'digits', role: 'timer' });
    this.label = element('span', { class: 'label' });
    this.egg = element('span', { class: 'kind' });
    this.name = button('name', () => rename(this.timer), element('span', { class: 'title' }, this.label, this.egg));
    this.state = element('p', { class: 'state' });
    this.fill = element('div', { class: 'fill' });
    this.pause = button('icon pause', () => act(this.timer.shown.action, this.#run));
    this.less = button('step', () => act('Extend', { ...this.#run, byMs: -halfMinute }), '−30 s');
    this.more = button('step', () => act('Extend', { ...this.#run, byMs: halfMinute }), '+30 s');
    this.cancel = button('icon cancel', () => act('Cancel', this.#run), sign('cancel'));
    this.snooze = button('step', () => act('Snooze', { ...this.#run, forMs: this.timer.shown.snoozeMs }));
    this.stop = button('step strong', () => act('Dismiss', this.#run));
    // Below the first row, there is no room for all controls before a tap, or before the keyboard comes.
    const open = ({ target }) => { if (!target.closest('button')) this.element.toggleAttribute('data-open'); };
    const reach = ({ target }) => { if (target.matches(':focus-visible')) this.element.toggleAttribute('data-open', true); };
    this.element = element('li', { class: 'row', click: open, focusin: reach },
      element('div', { class: 'count' }, this.inside.element, this.digits), this.name, this.state,
      element('div', { class: 'controls' }, this.pause, this.less, this.more, this.cancel, this.snooze, this.stop),
      element('div', { class: 'track', 'aria-hidden': 'true' }, this.fill));
    this.update(timer, isFirst);
  }

  /** Which timer a call means: what it shows, and none that was started under its name meanwhile. */
  get #run() {
    return { name: this.timer.name, id: this.timer.id };
  }

  update(timer, isFirst) {
    this.timer = timer;
    const { shown } = timer;
    const { title } = shown;
    this.element.dataset.tone = shown.tone;
    setText(this.label, title);
    setText(this.egg, shown.detail);
    this.element.toggleAttribute('data-group', Boolean(timer.group));
    this.element.toggleAttribute('data-cue', Boolean(timer.cue));
    setText(this.state, filled(shown.note, timer));
    this.inside.update(timer, isFirst);
    this.element.toggleAttribute('data-inside', !this.inside.element.hidden);

    if (this.pause.dataset.shows !== shown.action && !shown.isDue) {
      this.pause.dataset.shows = shown.action;
      this.pause.replaceChildren(sign(shown.action.toLowerCase()));
    }
    // Each message comes here: what stays is not touched, so that taps.js has nothing to look at.
    setName(this.name, tr('{label}: rename', { label: [title, this.egg.textContent].filter(Boolean).join(', ') }));
    setText(this.stop, shown.answer);
    setText(this.snooze, shown.snooze);
    const changes = [[this.pause, shown.action === 'Pause' ? tr('Pause') : tr('Resume')], [this.cancel, tr('Cancel')],
      ...[this.less, this.more, this.stop, this.snooze].map((each) => [each, each.textContent])];
    for (const [each, change] of changes) setName(each, tr('{change}: {label}', { change, label: title }));
    for (const each of [this.pause, this.less, this.more, this.cancel]) each.toggleAttribute('hidden', shown.isDue);
    this.snooze.toggleAttribute('hidden', !shown.rings);
    this.stop.toggleAttribute('hidden', !shown.isDue);
  }

  /** Draws digits and bar; returns the milliseconds until they change. */
  paint(countdowns, now, isGone) {
    const { timer } = this;
    const { isDue, ticks } = timer.shown;
    if (isDue && !ticks) {
      const overdue = countdowns.overdue(timer, now);
      this.#setDigits(`+${elapsedText(overdue)}`);
      this.#setBar(0);
      return 1000.5 - overdue % 1000;
    }
    const left = countdowns.left(timer, now);
    this.#setDigits(clockText(left));
    this.#setBar(isDue ? 0 : left / timer.durationMs);
    const last = !ticks || left > 60000 ? '' : left > 10000 ? 'minute' : 'seconds';
    if (this.last !== last) this.element.dataset.last = this.last = last;
    if (left === 0 && isGone) setText(this.state, timeIsUp);
    return ticks ? untilChange(left, timer.durationMs) : Infinity;
  }

  #setDigits(text) {
    setDigits(this.digits, text);
    this.digits.classList.toggle('long', text.length > 5 || text.startsWith('+'));
    this.digits.classList.toggle('longest', text.length > 7);
  }

  #setBar(part) {
    const gone = `${((1 - Math.min(1, Math.max(0, part))) * 100).toFixed(3)}%`;
    if (this.gone !== gone) this.fill.style.setProperty('--gone', this.gone = gone);
  }
}

/** What Undo would take back: in the arrow's name, and where a timer was that it would give back. */
export class WayBack {
  /** What Undo takes back, or took back. */
  words = '';
  button = element('button', { type: 'button' }, tr('Undo'));
  #arrow = get('undo');
  #text = element('span');
  #notice = element('p', { class: 'way-back' }, this.#text, ' ', this.button);
  #entry = element('li', { class: 'gap' });
  /** What stands where a timer was, if anything does. */
  removal;
  #isOffered = false;
  /** Until when it is offered, and what ends it. */
  #until = -Infinity;
  #end;

  /** `undo()` takes the last change back; `ended()` is called when that is no longer possible. */
  constructor(undo, ended) {
    this.ended = ended;
    for (const each of [this.#arrow, this.button]) each.addEventListener('click', () => { if (this.#isOffered) undo(); });
    this.#arrow.addEventListener('blur', () => this.#name());
  }

  /** Offers to undo the last change, for as long as a message says. */
  offer({ undoMs, undo, removal } = {}) {
    this.#isOffered = undoMs > 0;
    const until = this.#isOffered ? performance.now() + undoMs : -Infinity;
    this.removal = this.#isOffered ? removal : undefined;
    if (undo) this.words = undo;
    this.#name();
    // Each message says it; for the same change, a hidden page has nothing to do.
    if (Math.abs(until - this.#until) < 1000) return;
    this.#until = until;
    clearTimeout(this.#end);
    if (!this.#isOffered) return;
    this.#end = setTimeout(() => {
      this.offer();
      this.ended();
    }, undoMs);
  }

  #name() {
    const name = this.#isOffered ? tr('Undo: {change}', { change: this.words }) : tr('Undo');
    for (const each of [this.#arrow, this.button]) setName(each, name);
    this.#arrow.setAttribute('aria-disabled', !this.#isOffered);
    // A button that is disabled loses the keyboard's place.
    this.#arrow.disabled = !this.#isOffered && !this.#arrow.matches(':focus-visible');
  }

  /** The elements of the list: the rows, and among them, but not first, what stands in the place of one that was removed. */
  among(rows, place, idle) {
    if (!this.removal) {
      this.#notice.remove();
      return rows;
    }
    setText(this.#text, this.removal);
    const host = rows.length ? this.#entry : idle;
    if (this.#notice.parentElement !== host) host.prepend(this.#notice);
    const before = Math.max(1, place);
    return rows.length ? [...rows.slice(0, before), this.#entry, ...rows.slice(before)] : rows;
  }
}

function say(sentence) {
  setText(get('spoken'), sentence);
}

/** Says the time that is left at full minutes (full tens of them while there are many), at a minute and at ten seconds. */
export function announceTime(row, countdowns, now) {
  if (!row.timer.shown.ticks) return;
  const seconds = Math.ceil(countdowns.left(row.timer, now) / 1000);
  const isMoment = seconds === 10 || (seconds > 0 && seconds % (seconds > 600 ? 600 : 60) === 0);
  if (isMoment && row.said !== undefined && row.said !== seconds) {
    say(tr('{label}: {left} left', { label: row.timer.shown.goal, left: spokenTime(seconds * 1000) }));
  }
  row.said = seconds;
}

/** Says what has happened to a timer; `lastChange` is what Undo takes back, or took back. */
export function announce({ event, timers, removal }, lastChange) {
  const timer = timers.find(({ name }) => name === event.timer);
  const undone = event.kind === 'undone' ? `${tr('Undone: {change}.', { change: lastChange })} ` : '';
  if (!timer) {
    if (removal && ['cancelled', 'dismissed'].includes(event.kind)) say(tr('{change}. Undo is possible for a minute.', { change: removal }));
    else if (undone) say(undone.trim());
    return;
  }
  if (['tick', 'snapshot', 'sound', 'cued'].includes(event.kind)) return;
  const { shown } = timer;
  const told = { label: shown.title, left: spokenTime(timer.remainingMs), state: filled(shown.note, timer) };
  say(undone + (shown.ticks || !shown.isDue ? tr('{label}: {left} left, {state}', told) : tr('{label}: {state}', told)));
}
