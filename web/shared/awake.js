// Keeps the screen on where browsers give no lock for that: over plain HTTP, and in the frame of another page. They leave it
// on while a video with sound plays; this one shows nothing, and its sound is silence.

import { element, keep, kept } from './dom.js';
import { tr } from './language.js';

const { userAgent, vendor, maxTouchPoints, userActivation } = navigator;

/** Sound would end the music there: the video has none, and is as large as the page, which is enough for some browsers. */
const isPhone = /Android|iPhone/.test(userAgent);

/** This engine counts no video that has the attribute `loop`, or that is without sound. */
const isWebKit = vendor.startsWith('Apple');

const autoLock = tr('“Auto-Lock”, in “Display & Brightness”');

/** How the setting of the time until the screen goes dark is called, by what a browser says of its device. */
const settings = [
  [/iPhone|iPad/, autoLock],
  [/Android/, tr('“Screen timeout”, in “Display”')],
  [/Windows/, tr('“Screen and sleep”, in “System”, “Power & battery”')],
  [/Macintosh/, maxTouchPoints > 1 ? autoLock : tr('“Turn display off when inactive”, in “Lock Screen”')],
  [/CrOS/, tr('“While idle”, in “Power”')],
  [/./, tr('“Screen Blank”, in “Power”')],
];

let video;
let isWanted = false;
let wasTouched = false;
let isTold = false;

/** Shows nothing behind everything else. */
function make() {
  const sources = ['webm', 'mp4'].map((form) => element('source', { src: `shared/awake.${form}`, type: `video/${form}` }));
  const made = element('video', { playsinline: true, loop: !isWebKit, 'aria-hidden': 'true', tabindex: -1 }, ...sources);
  made.disableRemotePlayback = true;
  Object.assign(made.style, { position: 'fixed', inset: 0, inlineSize: '100%', blockSize: '100%', zIndex: -1, opacity: 0.01, pointerEvents: 'none' });
  if (isWebKit) made.addEventListener('timeupdate', () => { if (made.currentTime > 1.5) made.currentTime = 0; });
  document.body.append(made);
  return made;
}

/** Says once how the device's own setting is called. */
function tell(say) {
  if (isTold || kept('told-of-screen')) return;
  keep('told-of-screen', 'yes');
  isTold = true;
  const [, name] = settings.find(([device]) => device.test(userAgent));
  say(tr('This browser doesn’t keep the screen on. The device’s own setting is {name}.', { name }));
}

/** Keeps it on; without a touch of the page before, in the form that browsers play then. */
export async function keepOn(say) {
  isWanted = true;
  video ??= make();
  const isTouched = wasTouched || userActivation?.hasBeenActive;
  video.muted = isPhone || !isTouched;
  try {
    await video.play();
    if (!isTouched || !isPhone || !isWebKit) return;
  } catch (error) {
    // It was let go meanwhile, or may play after a touch.
    if (error.name === 'AbortError' || !isTouched) return;
  }
  tell(say);
}

export function letGo() {
  isWanted = false;
  if (!video) return;
  video.pause();
  // WebKit doesn't notice a pause that comes soon after the start.
  video.muted = true;
}

addEventListener('click', () => {
  wasTouched = true;
  if (isWanted && video.muted && !isPhone) keepOn(() => {});
}, { capture: true });
