// The alarm of a page: its bell, and the dialog over it. Without eggd, they follow the page's own countdowns.

import { isRunning } from './countdowns.js';
import { Ringing } from './ringing.js';

export class Alarm {
  /** Whether eggd, which would ring, doesn't answer. */
  isGone = false;
  #bell;
  #countdowns;
  #handler;
  #ringing;
  #timers = [];
  /** The alarms that were answered here since eggd's last message, and of which it couldn't be told. */
  #silenced = new Set();
  /** The cues that were given here since then. */
  #cued = new Set();
  /** Calls `update` when the next countdown ends, and when that is. */
  #timeout;
  #due = Infinity;

  /**
   * The handler has `act(method, parameters)`, which calls eggd and gives nothing if that fails, and the `check(now)`
   * of the stream. It may have `rings(timers)`, for the alarms whenever they may have changed, and `cue(text)`, for
   * eggs that go into the water while eggd can't be reached.
   */
  constructor(bell, countdowns, handler) {
    [this.#bell, this.#countdowns, this.#handler] = [bell, countdowns, handler];
    this.#ringing = new Ringing((method, parameters) => this.#answer(method, parameters));
  }

  /** Takes the timers of a message. */
  take(timers) {
    this.#timers = timers;
    this.isGone = false;
    this.#silenced = new Set();
    this.#cued = new Set();
    this.update();
  }

  /** eggd can't be reached, until the next message. */
  lose() {
    this.isGone = true;
    this.update();
  }

  /** Rings for what is due, or falls silent. */
  update() {
    const now = performance.now();
    const isUp = (timer) => isRunning(timer) && this.#countdowns.left(timer, now) === 0;
    const unheard = this.isGone ? this.#timers.filter(isUp) : [];
    const alarms = this.#timers.filter((timer) => !this.#silenced.has(timer.name)
      && (timer.shown.rings || (unheard.includes(timer) && !timer.cue)));
    if (alarms.length) this.#bell.start();
    else this.#bell.stop();
    this.#ringing.update(alarms);
    this.#handler.rings?.(alarms);
    for (const { name, cue } of unheard) {
      if (!cue || this.#cued.has(name)) continue;
      this.#cued.add(name);
      this.#handler.cue?.(cue.text);
    }
    this.#waitForNext(now);
  }

  /** Draws since when it rings; returns the milliseconds until that changes. */
  paint(now) {
    return this.#ringing.paint(this.#countdowns, now);
  }

  /** Nothing is drawn in a hidden page, and no message comes without eggd: only this notices that time is up. */
  #waitForNext(now) {
    const lefts = this.#timers.filter(isRunning).map((timer) => this.#countdowns.left(timer, now));
    let wait = Math.min(...lefts.filter((left) => left > 0));
    if (!this.isGone && lefts.includes(0)) {
      // eggd says at once that it rings. A connection that has died is found here, and this is called again then.
      wait = Math.min(wait, this.#handler.check(now));
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
      this.update();
    }, Math.ceil(wait));
  }

  /** Answers an alarm. If eggd can't be told, it is silent here at least. */
  async #answer(method, parameters) {
    const silenced = this.#silenced;
    const silence = () => {
      silenced.add(parameters.name);
      this.update();
    };
    // A call to an eggd that hangs ends after many seconds.
    if (this.isGone) silence();
    if (!await this.#handler.act(method, parameters)) silence();
  }
}
