// A screen that stays on while it is needed, where the browser allows it: on localhost or by HTTPS.

let lock = null;
let isAsking = false;

/** Keeps the screen on, or no longer; to be called whenever `isNeeded()` may have changed. */
export async function keepScreenOn(isNeeded) {
  if (!isNeeded()) return lock?.release();
  if (lock || isAsking || document.hidden || !navigator.wakeLock) return undefined;
  isAsking = true;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => { lock = null; });
  } catch {
    // A browser may refuse, such as one whose battery is low.
  }
  isAsking = false;
  return isNeeded() ? undefined : lock?.release();
}
