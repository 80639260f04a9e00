// eggd's countdowns on this page's own clock, which steps of the wall clock don't affect, and which may stop while
// the device sleeps; and when a page draws them again.

/** How many of the last messages count. The one that travelled fastest tells best how far the clocks are apart. */
const kept = 8;

/** A difference that no slow message explains: something else has happened to the countdown. */
const jump = 1500;

export class Countdowns {
  #entries = new Map();

  /** Takes the timers of a message that has just arrived. */
  take({ event, timers, ageMs = 0 }, now = performance.now()) {
    const measured = now - ageMs;
    const entries = new Map();
    for (const timer of timers) {
      const kind = [timer.state, timer.durationMs, timer.egg].join();
      const due = measured + timer.remainingMs;
      let entry = this.#entries.get(timer.name);
      const isSame = entry?.kind === kind && Math.abs(Math.min(...entry.dues) - due) < jump
        && (event.timer !== timer.name || event.kind === 'tick');
      if (!isSame) entry = { kind, dues: [], left: Infinity, doneSinces: [] };
      // A message is never early, so that the earliest end is the right one.
      entry.dues = [...entry.dues, due].slice(-kept);
      entry.doneSinces = [...entry.doneSinces, measured - timer.overdueMs].slice(-kept);
      entries.set(timer.name, entry);
    }
    this.#entries = entries;
  }

  /** The page's clock has stopped for so many milliseconds. */
  skip(milliseconds) {
    for (const entry of this.#entries.values()) {
      entry.dues = entry.dues.map((due) => due - milliseconds);
      entry.doneSinces = entry.doneSinces.map((since) => since - milliseconds);
    }
  }

  /** Milliseconds until the timer rings; while it runs, never more than was said before. */
  left(timer, now = performance.now()) {
    const entry = this.#entries.get(timer.name);
    if (!entry || !timer.shown.ticks) return timer.remainingMs;
    entry.left = Math.min(entry.left, Math.max(0, Math.min(...entry.dues) - now));
    return entry.left;
  }

  /** Milliseconds since the timer was done. */
  overdue(timer, now = performance.now()) {
    const entry = this.#entries.get(timer.name);
    return entry && (timer.shown.isDue || timer.overdueMs > 0) ? Math.max(0, now - Math.min(...entry.doneSinces)) : timer.overdueMs;
  }
}

/**
 * Gives a function that draws at once and then at each change that can be seen, but not while the page is hidden. `paint` draws, and returns the milliseconds until
 * something will look different; Infinity: not before the function is called again.
 */
export function painter(paint) {
  let timer, frame;
  function draw() {
    rest();
    if (document.hidden) return;
    const wait = paint();
    // A discovery made while painting may have made it draw already.
    rest();
    if (wait < 20) frame = requestAnimationFrame(draw);
    else if (wait < Infinity) timer = setTimeout(draw, wait);
  }
  function rest() {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  }
  document.addEventListener('visibilitychange', draw);
  return draw;
}

/** Milliseconds until a countdown's digits turn or its bar is a device's pixel shorter. */
export function untilChange(leftMs, durationMs) {
  if (leftMs <= 0) return Infinity;
  const pixel = durationMs / (innerWidth * devicePixelRatio);
  const turn = leftMs % 1000 || 1000;
  return Math.min(turn + 0.5, pixel);
}
