// Shakes of the device.

import { tr } from '../shared/language.js';

/** The weakest shake, in m/s², and for how many milliseconds it is still the same one. */
const [strength, pauseMs] = [18, 1500];

let shaken;
let last = 0;

function notice({ acceleration }) {
  const { x, y, z } = acceleration ?? {};
  const now = performance.now();
  if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) < strength || now - last < pauseMs) return;
  last = now;
  shaken?.();
}

/**
 * Calls `act()` at each shake from now on; without it, nothing listens any more. Some browsers let the device's owner decide
 * while a tap is handled, when it `asks`; throws if that wasn't allowed. Gives a sentence if no shake will be noticed.
 */
export async function onShake(act, asks) {
  shaken = act;
  if (!act) return removeEventListener('devicemotion', notice);
  const permission = asks ? await window.DeviceMotionEvent?.requestPermission?.() : undefined;
  if (permission === 'denied') throw new Error();
  addEventListener('devicemotion', notice);
  return window.DeviceMotionEvent && isSecureContext ? ''
    : tr('This browser doesn’t tell the page when the device is shaken. Browsers report it only over HTTPS or on this machine.');
}
