// The menu as it is in this kitchen: the eggs with their times, and the egg that these times are for.

import { call } from './eggd.js';

export class Kitchen {
  /** The eggs of the menu. */
  eggs = [];
  /** The egg that their times are for; nothing from an older eggd. */
  rawEgg = null;
  /** The properties that were set on the page, for every device; one that is null is as in eggd.conf. */
  kept = {};
  #changed;
  #reads = 0;

  /** `changed()` is called when there are other times. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Takes what was set on the page, as it comes with each message. */
  take(kept = {}) {
    if (JSON.stringify(kept) === JSON.stringify(this.kept)) return;
    this.kept = kept;
    if (this.#reads) this.read();
  }

  /** Asks for the times. */
  async read() {
    const number = ++this.#reads;
    try {
      const reply = await call('Eggs', this.#properties);
      if (number === this.#reads) this.#show(reply);
    } catch {
      // The stream says what is wrong, and the eggs are read when it is back.
    }
  }

  /** Sets properties of the egg for every device; throws a CallError if they are refused. */
  async keep(change) {
    const kept = { massG: null, fromCelsius: null, altitudeM: null, ...this.kept, ...change };
    const reply = await call('io.eggtimer.Page.SaveEgg', kept);
    this.kept = kept;
    this.#reads++;
    this.#show(reply);
  }

  /** The properties with which an egg of the menu is started; none if its time doesn't depend on them. */
  propertiesFor(name) {
    const egg = this.eggs.find((each) => each.name === name);
    return egg?.yolkCelsius != null || egg?.centreCelsius != null ? this.#properties : {};
  }

  /** The properties for eggs that cook together; none if the time of none of them depends on them. */
  propertiesForAny(names) {
    return names.map((name) => this.propertiesFor(name)).find((each) => Object.keys(each).length) ?? {};
  }

  get #properties() {
    return Object.fromEntries(Object.entries(this.kept).filter(([, value]) => value != null));
  }

  #show({ eggs, rawEgg }) {
    this.eggs = eggs;
    this.rawEgg = rawEgg ?? null;
    this.#changed();
  }
}
