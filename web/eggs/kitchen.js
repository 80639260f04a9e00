// The menu as it is in this kitchen: the eggs with their times, and the egg that these times are for.

import { call, giveUp } from '../shared/eggd.js';

export class Kitchen {
  /** The eggs of the menu. */
  eggs = [];
  /** The egg that their times are for; nothing from an older eggd. */
  rawEgg = null;
  /** The properties that were set on the page, for every device; one that is null is as in eggd.conf. */
  saved = {};
  #changed;
  #isKnown = false;
  #reads = 0;
  /** The newest reading, unless it has failed. */
  #reading;
  #take;
  /** Resolves with the first message, which says what was set on the page. */
  #taken = new Promise((resolve) => { this.#take = resolve; });

  /** `changed()` is called when there are other times. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Takes what was set on the page, as it comes with each message. */
  take(saved = {}) {
    this.#take();
    if (JSON.stringify(saved) === JSON.stringify(this.saved)) return;
    this.saved = saved;
    if (this.#reads) this.read();
  }

  /** Asks for the times. */
  read() {
    const number = ++this.#reads;
    const reading = call('Eggs', this.#properties).then((reply) => {
      if (number === this.#reads) this.#show(reply);
    });
    reading.catch(() => {
      // The stream says what is wrong, and the eggs are read when it is back, or when one is tapped.
      if (number === this.#reads) this.#reading = undefined;
    });
    return this.#reading = reading;
  }

  /** Sets properties of the egg for every device; throws a CallError if they are refused. */
  async save(change) {
    const saved = { massG: null, fromCelsius: null, altitudeM: null, ...this.saved, ...change };
    const reply = await call('io.eggtimer.Page.SaveEgg', saved);
    this.saved = saved;
    this.#reads++;
    this.#show(reply);
  }

  /**
   * The properties with which eggs of the menu are started; none if the time of none of them depends on them. Waits for
   * the menu, and throws a CallError if it can't be read.
   */
  async propertiesFor(...names) {
    if (!this.#isKnown) await Promise.race([this.#taken, giveUp()]);
    while (!this.#isKnown) await (this.#reading ?? this.read());
    const eggs = this.eggs.filter(({ name }) => names.includes(name));
    return eggs.some((egg) => (egg.yolkCelsius ?? egg.centreCelsius) != null) ? this.#properties : {};
  }

  get #properties() {
    return Object.fromEntries(Object.entries(this.saved).filter(([, value]) => value != null));
  }

  #show({ eggs, rawEgg = null }) {
    const isSame = this.#isKnown && JSON.stringify([eggs, rawEgg]) === JSON.stringify([this.eggs, this.rawEgg]);
    this.#isKnown = true;
    this.eggs = eggs;
    this.rawEgg = rawEgg;
    // A button that is drawn again loses the tap that is on its way to it.
    if (!isSame) this.#changed();
  }
}
