// The small sounds of the tip page's animations, made when they are needed.

import { get } from '../shared/dom.js';

/** Hertz at the beginning and at the end, and the seconds between. */
const glides = {
  slide: [420, 560, 0.16],
  turn: [300, 620, 0.3],
  clear: [760, 190, 0.4],
  open: [440, 660, 0.18],
  shut: [660, 440, 0.18],
};

let context;
let playing = 0;

/** Plays the sound of an animation, if sounds are on. */
export function play(name) {
  if (!get('sound').checked) return;
  try {
    context ??= new AudioContext();
  } catch {
    // The browser has no sound for this page, and the animation needs none.
    return;
  }
  context.resume();
  const [from, to, seconds] = glides[name];
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { type: 'sine', frequency: from });
  const loudness = new GainNode(context, { gain: 0 });
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  // It rises and fades, because a sudden beginning or end clicks.
  loudness.gain.linearRampToValueAtTime(0.12, now + 0.02);
  loudness.gain.linearRampToValueAtTime(0, now + seconds);
  tone.connect(loudness).connect(context.destination);
  playing++;
  tone.onended = () => { if (--playing === 0) context.suspend(); };
  tone.start(now);
  tone.stop(now + seconds);
}
