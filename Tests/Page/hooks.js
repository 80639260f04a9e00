// Injected before the page's own scripts: counts what a page asks for, so that a test can see that it asks for nothing.
window.seen = { timers: 0, frames: 0, messages: 0, losses: 0, strokes: 0, silences: 0, vibrations: 0 };
for (const name of ['setTimeout', 'setInterval', 'requestIdleCallback']) {
  const original = window[name];
  window[name] = function (...parameters) { seen.timers++; return original.apply(window, parameters); };
}
const originalFrame = window.requestAnimationFrame;
window.frameOfTheTest = originalFrame.bind(window);
window.requestAnimationFrame = function (...parameters) { seen.frames++; return originalFrame.apply(window, parameters); };
window.EventSource = class extends EventSource {
  constructor(...parameters) {
    super(...parameters);
    this.addEventListener('message', () => seen.messages++);
    this.addEventListener('error', () => seen.losses++);
  }
};
const originalStart = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...parameters) { if (this.loop) seen.strokes++; return originalStart.apply(this, parameters); };
const originalStop = AudioBufferSourceNode.prototype.stop;
AudioBufferSourceNode.prototype.stop = function (...parameters) {
  if (this.loop) seen.silences++;
  return originalStop.apply(this, parameters);
};
const originalVibrate = navigator.vibrate;
if (originalVibrate) navigator.vibrate = (...parameters) => { seen.vibrations++; return originalVibrate.apply(navigator, parameters); };
