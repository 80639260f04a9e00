// A tap means what was shown when the finger came down: a control that has moved, appeared or changed its meaning within
// the last half second takes no tap, and neither does one that changes while the finger is down.

/** For so many milliseconds, a tap was meant for what was there before. */
const settling = 500;

/** A control that moves by fewer pixels is still under the finger. */
const near = 8;

const controls = 'button, a, input, summary, select, textarea, dialog';

/** What each control would do, where it is, and since when. */
let known = new Map();

/** What a tap on a control would do. An egg that cooks would begin again. */
function meaning(each) {
  const { dataset: { means, egg }, localName } = each;
  const words = means ?? egg ?? each.getAttribute('aria-label') ?? (localName === 'dialog' ? each.className : each.textContent);
  const cooks = egg && !document.body.matches('.together') && each.matches('.chosen');
  return [localName, words, each.getAttribute('aria-pressed'), egg && document.body.className, cooks].join();
}

/** Where a control is in the window, and on its page: pushing a page aside moves nothing, and neither does pressing. */
function place(each) {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const [x, y, ...size] = [(left + right) / 2, (top + bottom) / 2, each.offsetWidth / 2, each.offsetHeight / 2];
  let [across, along] = [x, y];
  for (let one = each.parentElement; one; one = one.parentElement) [across, along] = [across + one.scrollLeft, along + one.scrollTop];
  return [[x, y, ...size], [across, along, ...size]];
}

const isNear = (one, other) => one.some((at, which) => at.every((value, index) => Math.abs(value - other[which][index]) < near));

/** Notes what can be touched now, within the dialog on top if one is open; returns since when that holds of one control. */
function look(wanted, now = performance.now()) {
  const open = document.querySelector('dialog.ringing[open]') ?? [...document.querySelectorAll('dialog[open]')].pop();
  const [found, counts] = [new Map(), new Map()];
  let [since, last] = [-Infinity, 0];
  for (const each of [...(open ? [open] : []), ...(open ?? document).querySelectorAll(controls)]) {
    if (!each.offsetWidth) continue;
    const means = meaning(each);
    counts.set(means, (counts.get(means) ?? 0) + 1);
    const [key, at] = [`${means} ${counts.get(means)}`, place(each)];
    const old = known.get(key);
    const note = { at, since: old && isNear(at, old.at) ? old.since : now };
    found.set(key, note);
    if (each === wanted) since = note.since;
    last = Math.max(last, note.since);
  }
  known = found;
  // Tests, and the scripts of others, wait for half a second after that.
  document.documentElement.dataset.changed = last;
  return since;
}

/** Digits turn each second, and nothing moves then. */
const isStill = ({ target }) => (target.closest ? target : target.parentElement)?.closest('.digits, .since, .left, .ripple, .unseen');

/** From now on, the taps on this page are judged. */
export function judgeTaps() {
  let down;
  const control = ({ target }) => target.closest?.(controls) ?? target.closest?.('label')?.control;
  const refuse = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  addEventListener('pointerdown', (event) => {
    const touched = control(event);
    down = { touched, means: touched && meaning(touched), isRefused: touched && event.timeStamp - look(touched) < settling };
    if (down.isRefused) refuse(event);
  }, { capture: true });
  addEventListener('click', (event) => {
    const [tap, touched] = [down, control(event)];
    down = undefined;
    // A key, and a script, taps what it names.
    if (!tap || event.detail === 0 || !touched) return;
    if (tap.isRefused || touched !== tap.touched || meaning(touched) !== tap.means) refuse(event);
  }, { capture: true });
  const changed = () => { if (!document.hidden) look(); };
  new MutationObserver((records) => { if (!records.every(isStill)) changed(); }).observe(document.body, {
    subtree: true, childList: true, characterData: true,
    attributeFilter: ['hidden', 'class', 'open', 'aria-label', 'aria-pressed', 'data-means', 'data-egg', 'data-open'],
  });
  for (const kind of ['resize', 'toggle', 'visibilitychange', 'animationend', 'moved']) addEventListener(kind, changed, { capture: true });
  look(undefined, performance.getEntriesByType('paint')[0]?.startTime);
}
