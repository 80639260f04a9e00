// A browser has six connections to a host, for all its pages together. So a hidden page stays connected only if it can
// ring, and of several only the one that was seen last.

/** Which of a browser's pages that can ring stays connected while it is hidden. */
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
