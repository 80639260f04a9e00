// The menu as it is in this kitchen: the eggs with their times, and the egg that these times are for.

import { call } from '../shared/eggd.js';

export class Kitchen {
  eggs = [];
  /** The egg that their times are for; nothing until they are known. */
  rawEgg = null;
  /** The sizes and the places that an egg can have. */
  sizes = [];
  places = [];
  /** The last three different times without an egg. */
  times = [];
  /** Also called then, while a sheet shows the kitchen's egg. */
  follow;
  #changed;
  #told;
  #reads = 0;
  #menuChanges;

  /** `changed()` is called when there are other times. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Asks for the times when a message tells that there may be others. */
  take({ event, menuChanges }) {
    if (!['snapshot', 'dismissed', 'cancelled', 'replaced', 'undone'].includes(event.kind) && menuChanges === this.#menuChanges) return;
    this.#menuChanges = menuChanges;
    this.read();
  }

  async read() {
    const number = ++this.#reads;
    try {
      const history = call('History', { limit: 50 }).catch(() => ({}));
      const [reply, { runs = [] }] = [await call('Eggs'), await history];
      if (number === this.#reads) this.#show(reply, runs);
    } catch {
      // The stream says what is wrong, and the eggs are read when it is back.
    }
  }

  #show({ eggs, rawEgg, sizes, places }, runs) {
    const used = runs.filter(({ egg }) => egg === 'custom');
    const isSameTime = (one, other) => one.name === other.name && one.durationMs === other.durationMs;
    const times = used.filter((run, index) => used.findIndex((each) => isSameTime(each, run)) === index).slice(0, 3);
    Object.assign(this, { eggs, rawEgg, sizes, places, times });
    const told = JSON.stringify([eggs, rawEgg, times]);
    // A button that is drawn again loses the tap that is on its way to it.
    if (told === this.#told) return;
    this.#told = told;
    this.#changed();
    this.follow?.();
  }
}
