// What every page does for eggd's timers: it follows them, keeps the screen on meanwhile, and an alarm rings and fills the
// screen. Without eggd, alarms follow the page's own countdowns.

import { Bell, Claim } from './bell.js';
import { Countdowns, painter } from './countdowns.js';
import { stream } from './eggd.js';
import { tr } from './language.js';
import { Ringing } from './ringing.js';
import { whileGone } from './words.js';

export class Watch {
  /** Whether eggd, which would ring, doesn't answer. */
  isGone = false;
  countdowns = new Countdowns();
  #handler;
  #ringing;
  #check;
  #settle;
  #claim;
  #timers = [];
  /** Whether this page is hidden and doesn't know what happens; then it neither rings nor says that something is done. */
  #isResting = false;
  /** The alarms that were answered here since eggd's last message, and of which it couldn't be told. */
  #silenced = new Set();
  /** Whether somebody was told that there is no answer, and no message has come since; and the sentence for a call that waits. */
  #isUnanswered = false;
  #waiting = '';
  /** The cues that were given here since then. */
  #cued = new Set();
  /** Calls `ring` when the next countdown ends, and when that is. */
  #timeout;
  #due = Infinity;

  /**
   * The handler has `update(message, wasGone)`, which also takes back that a call had no answer, and `gone(sentence, detail)`, as
   * for `stream`, `complain(sentence)`, when a call failed or the screen may go dark, and with an empty sentence before a call,
   * and `paint(now)`, which draws and returns the milliseconds until that changes. It may have `waits()`, when eggd hasn't
   * confirmed a call, `belled()`, when the bell would be heard from now on, or no longer, `rings(timers)`, for the alarms whenever
   * they may have changed, and `cue(eggs)`, for eggs that go into the water while eggd can't be reached.
   */
  constructor(handler) {
    this.#handler = handler;
    this.bell = new Bell(() => {
      handler.belled?.();
      if (this.bell.isReady) this.#claim.make();
      else this.#claim.end();
      this.#settle();
      this.ring();
    });
    this.#claim = new Claim(() => this.bell.isReady, () => this.#settle());
    this.#ringing = new Ringing((method, parameters) => this.#answer(method, parameters));
    /** Draws now, and then as often as needed. */
    this.wake = painter(() => {
      const now = performance.now();
      return Math.min(this.#ringing.paint(this.countdowns, now), handler.paint(now), this.#check(now));
    });
    const { change, check, settle } = stream({
      update: (message) => this.#take(message),
      gone: (sentence, detail) => {
        handler.gone(whileGone(sentence, this.#timers), detail);
        this.isGone = true;
        this.#isResting = false;
        this.ring();
        this.wake();
      },
      waits: (sentence) => {
        this.#isUnanswered = true;
        this.#waiting = sentence;
        handler.complain(sentence);
        handler.waits?.();
        this.ring();
      },
      slept: (milliseconds) => {
        this.countdowns.skip(milliseconds);
        this.ring();
        this.wake();
      },
      expects: this.wake,
      // An alarm is heard from a hidden page. Without eggd, another page may not know of this page's countdowns.
      isWantedHidden: () => this.bell.isReady
        && (this.#claim.isMade || (this.isGone && this.#timers.some(({ shown }) => shown.ticks))),
      rested: () => {
        this.#claim.end();
        this.#isResting = true;
        this.ring();
      },
    });
    [this.#check, this.#settle] = [check, settle];
    this.change = async (method, parameters) => {
      // Some browsers play a video by a tap only, and not a moment later.
      if (['Start', 'Cook', 'Resume', 'Undo'].includes(method)) awake?.keepOn(handler.complain);
      try {
        return await change(method, parameters);
      } catch (error) {
        this.#keepScreenOn();
        this.#isUnanswered ||= error.isUnanswered;
        throw error;
      }
    };
    document.addEventListener('click', () => this.bell.prepare());
    document.addEventListener('visibilitychange', () => {
      this.#keepScreenOn();
      if (!document.hidden && this.bell.isReady) this.#claim.make();
    });
  }

  /** Changes timers; complains of what is refused, and gives nothing then. */
  async act(method, parameters) {
    const { complain } = this.#handler;
    complain('');
    try {
      return await this.change(method, parameters);
    } catch (error) {
      return complain(this.isGone ? tr('No answer. Check the timers before you try again.') : error.message);
    }
  }

  /** The timers for which this page may ring. */
  get #known() {
    return this.#isResting ? [] : this.#timers;
  }

  #take(message) {
    const wasGone = this.isGone || this.#isUnanswered;
    this.#isUnanswered = false;
    this.#waiting = '';
    this.countdowns.take(message);
    this.#timers = message.timers;
    this.isGone = this.#isResting = false;
    this.#silenced = new Set();
    this.#cued = new Set();
    this.ring();
    this.#keepScreenOn();
    this.#handler.update(message, wasGone);
    if (wasGone) this.#settle();
  }

  #keepScreenOn() {
    keepScreenOn(() => this.#timers.some(({ shown }) => shown.ticks || shown.rings), this.#handler.complain);
  }

  /** Rings for what is due, or falls silent. */
  ring() {
    const now = performance.now();
    const isUp = (timer) => timer.shown.ticks && this.countdowns.left(timer, now) === 0;
    const unheard = this.isGone ? this.#known.filter(isUp) : [];
    const alarms = this.#known.filter((timer) => !this.#silenced.has(timer.name)
      && (timer.shown.rings || (unheard.includes(timer) && !timer.cue)));
    if (alarms.length) this.bell.start();
    else this.bell.stop();
    this.#ringing.update(alarms, this.#waiting || (this.bell.isWanted && !this.bell.isReady ? tr('Tap for sound.') : ''));
    this.#handler.rings?.(alarms);
    for (const { name, cue, shown } of unheard) {
      if (!cue || this.#cued.has(name)) continue;
      this.#cued.add(name);
      this.#handler.cue?.(shown.eggs);
    }
    this.#waitForNext(now);
  }

  /** Nothing is drawn in a hidden page, and no message comes without eggd: only this notices that time is up. */
  #waitForNext(now) {
    const lefts = this.#known.filter(({ shown }) => shown.ticks).map((timer) => this.countdowns.left(timer, now));
    let wait = Math.min(...lefts.filter((left) => left > 0));
    if (!this.isGone && lefts.includes(0)) {
      // eggd says at once that it rings. A connection that has died is found here, and this is called again then.
      wait = Math.min(wait, this.#check(now));
      if (this.isGone) return;
    }
    // Each message moves the end by a little, and a hidden page must not ask for something each second.
    if (!this.isGone && this.#timeout && Math.abs(now + wait - this.#due) < 1000) return;
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    this.#due = now + wait;
    if (wait === Infinity) return;
    this.#timeout = setTimeout(() => {
      this.#timeout = undefined;
      this.ring();
    }, Math.ceil(wait));
  }

  /** Answers an alarm. If eggd can't be told, it is silent here at least. */
  async #answer(method, parameters) {
    const silenced = this.#silenced;
    const silence = () => {
      silenced.add(parameters.name);
      this.ring();
    };
    // A call to an eggd that hangs ends after many seconds.
    if (this.isGone) silence();
    if (!await this.act(method, parameters)) silence();
  }
}

let lock = null;
let isAsking = false;
/** The module that does it where no lock can be had. */
let awake;

/** Keeps the screen on, or no longer; `say(sentence)` is called if this browser can't. */
async function keepScreenOn(isNeeded, say) {
  if (awake) return isNeeded() && !document.hidden ? awake.keepOn(say) : awake.letGo();
  const isWithoutLock = !navigator.wakeLock || window !== top;
  if (!isNeeded() && !isWithoutLock) return lock?.release();
  if (lock || isAsking || document.hidden) return undefined;
  isAsking = true;
  try {
    // It is there before a tap needs it.
    if (isWithoutLock) awake = await import('./awake.js');
    else {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => { lock = null; });
    }
  } catch {
    // A browser may refuse, such as one whose battery is low.
  }
  isAsking = false;
  return awake || (lock && !isNeeded()) ? keepScreenOn(isNeeded, say) : undefined;
}
