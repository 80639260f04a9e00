// The bell of this page, which rings beside eggd's once somebody has allowed it with a tap, and which of several pages keeps
// the connection that it needs.

import { keep, kept } from './dom.js';
import { tr } from './language.js';

const remembered = 'ring-here';

/** Hertz, loudness and seconds until it has faded, for each tone of a small brass bell. */
const tones = [[880, 0.5, 1.6], [1766, 0.35, 1.1], [2640, 0.22, 0.7], [3527, 0.14, 0.5], [4710, 0.08, 0.3]];

const noSound = tr('This page can’t ring: the browser gives it no sound.');

export class Bell {
  #context;
  #isAllowed = false;
  #changed;
  #source;
  #playing = 0;
  /** A sentence if it is wanted and wouldn't be heard. */
  problem = '';
  #patience;

  /** `changed()` is called when it would be heard from now on, or no longer. */
  constructor(changed) {
    this.#changed = changed;
    this.isWanted = Boolean(window.AudioContext) && kept(remembered) === 'yes';
    // Some browsers allow it without a touch, when they are told so: then it also rings after a start of the machine.
    this.#ready(tr('Touch once, so that this page can ring.'), 500);
  }

  /** Whether it would be heard now: most browsers play nothing before a page was touched once. */
  get isReady() {
    return this.isWanted && this.#isAllowed;
  }

  /** Allows the bell or takes that back; to be called while a tap is handled. */
  want(isWanted) {
    this.isWanted = isWanted;
    keep(remembered, isWanted ? 'yes' : 'no');
    this.problem = '';
    clearTimeout(this.#patience);
    if (!isWanted) this.stop();
    // Once it is allowed, it stays so.
    if (this.#isAllowed) this.#changed();
    this.prepare();
    if (isWanted && this.#context) this.#strike(false, 0.25);
  }

  /** Readies what was allowed earlier; to be called while a tap is handled. */
  prepare() {
    this.#ready(noSound, 3000);
  }

  /** Readies it, and says so if the browser hasn't let it sound after so many milliseconds. */
  #ready(problem, patienceMs) {
    if (!this.isWanted || this.#isAllowed) return;
    try {
      this.#context ??= new AudioContext();
      this.problem = '';
    } catch {
      // Sound is switched off, or other pages have all that the browser gives. The next tap tries again.
      this.problem = noSound;
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.problem = problem;
      this.#changed();
    }, patienceMs);
    this.#context.resume().then(() => {
      clearTimeout(this.#patience);
      this.problem = '';
      const wasAllowed = this.#isAllowed;
      this.#isAllowed = true;
      if (!wasAllowed) this.#changed();
      this.#rest();
    }, () => {
      // The next tap asks again.
    });
  }

  /** A context that runs costs time, also without a sound. */
  #rest() {
    if (this.#playing === 0) this.#context.suspend();
  }

  /** Rings until it is stopped. */
  start() {
    if (!this.isReady || this.#source) return;
    this.#source = this.#strike(true, 0.8);
  }

  stop() {
    this.#source?.stop();
    this.#source = undefined;
  }

  /** Rings for a moment, if it was allowed. */
  strike() {
    if (this.isReady) this.#strike(false, 0.6);
  }

  #strike(loops, volume) {
    const context = this.#context;
    context.resume();
    const gain = new GainNode(context, { gain: volume });
    const source = new AudioBufferSourceNode(context, { buffer: sound(context), loop: loops });
    source.connect(gain).connect(context.destination);
    source.onended = () => {
      this.#playing--;
      this.#rest();
    };
    this.#playing++;
    source.start();
    return source;
  }
}

/** Two strokes and a rest. */
function sound(context) {
  const rate = context.sampleRate;
  const buffer = context.createBuffer(1, Math.round(rate * 1.8), rate);
  const samples = buffer.getChannelData(0);
  for (const stroke of [0, 0.32]) {
    const begin = Math.round(stroke * rate);
    for (let index = begin; index < samples.length; index++) {
      const time = (index - begin) / rate;
      let value = 0;
      for (const [hertz, loudness, seconds] of tones) {
        value += loudness * Math.exp(-5 * time / seconds) * Math.sin(2 * Math.PI * hertz * time);
      }
      // A rise of a few milliseconds avoids a click.
      samples[index] += 0.6 * value * Math.min(1, time / 0.004);
    }
  }
  return buffer;
}

/**
 * Which of a browser's pages that can ring stays connected while it is hidden: the one that was seen last. A browser has six
 * connections to a host, for all its pages together.
 */
export class Claim {
  #channel = window.BroadcastChannel && new BroadcastChannel('claims');
  /** A later claim is a larger number, and ends the others; 0 without a claim. */
  #number = 0;

  /** `isPossible()` tells whether this page can ring; `changed()` is called when another page has ended the claim or left it. */
  constructor(isPossible, changed) {
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data: number }) => {
      if (number > this.#number) this.#number = 0;
      else if (number === 0 && isPossible()) this.make();
      changed();
    };
  }

  get isMade() {
    return this.#number > 0;
  }

  make() {
    this.#number = Date.now() + Math.random();
    this.#channel?.postMessage(this.#number);
  }

  /** Leaves it to the other pages. */
  end() {
    if (!this.isMade) return;
    this.#number = 0;
    this.#channel?.postMessage(0);
  }
}
