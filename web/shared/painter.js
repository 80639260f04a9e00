// When a page draws again: at the next change that can be seen, and not at all while it is hidden.

/**
 * Gives a function that draws at once and then as often as needed. `paint` draws, and returns the milliseconds until
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
