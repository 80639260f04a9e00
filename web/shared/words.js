// The page's sentences about timers.

import { clockText, elapsedText } from './eggd.js';

/** A timer's label: `Soft egg`, `Timer` for a bare time, `Egg 2` for one more, its own name for a named one. */
export function label(timer) {
  if (timer.name === 'egg') return capital(eggTitle(timer.egg) || 'timer');
  return /^egg \d+$/.test(timer.name) ? capital(timer.name) : timer.name;
}

/** The next thing to do: `Soft egg`, or `2 soft eggs in`. */
export function goal(timer) {
  return timer.cue && timer.state !== 'missed' ? timer.cue.text : label(timer);
}

/** Since when a timer is due. */
export function dueText(timer, overdueMs) {
  return `${timer.cue ? 'should have gone in' : 'done'} ${elapsedText(overdueMs)} ago`;
}

/** The text when a countdown has ended while eggd, which would ring, can't be reached. */
export const timeIsUp = 'The time is up, and eggd doesn’t answer.';

/** The same text with a large first letter. */
export function capital(text) {
  const [first = '', ...others] = text;
  return first.toLocaleUpperCase() + others.join('');
}

/** `soft egg`; nothing for a bare time. */
export function eggTitle(egg) {
  if (egg === 'custom') return '';
  return /(^| )egg$/i.test(egg) ? egg : `${egg} egg`;
}

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const dateFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

/** `08:35`, in the form of the browser's language. */
export function clockTime(unixMs) {
  return clockFormat.format(unixMs);
}

/** `Sat, 21 Nov`, in the form of the browser's language. */
export function dateText(unixMs) {
  return dateFormat.format(unixMs);
}

/** When a timer ends, with the weekday if that isn't today. The time of day now is eggd's, not the browser's. */
function endText(timer, leftMs) {
  const ends = timer.endsAtUnixMs;
  if (ends == null) return '';
  const now = timer.overdueMs > 0 && timer.state !== 'snoozed' ? ends + timer.overdueMs : ends - leftMs;
  const isToday = new Date(now).toDateString() === new Date(ends).toDateString();
  return isToday ? clockTime(ends) : `${clockTime(ends)} on ${dayFormat.format(ends)}`;
}

/** The text beside the digits. */
export function stateText(timer) {
  const end = endText(timer, timer.remainingMs);
  const doubt = timer.isEstimated ? 'at most; the clock isn’t known to be right' : '';
  switch (timer.state) {
    case 'cooking': return doubt || (timer.cue ? `${timer.cue.text} at ${end}` : `done at ${end}`);
    case 'paused': return timer.cue ? 'paused, not in the water yet' : 'paused';
    case 'ringing': return 'done, ringing';
    case 'snoozed': return `rings again at ${end}`;
    case 'missed':
      if (doubt) return 'missed';
      return timer.cue ? `missed, should have gone in at ${end}` : `missed, was done at ${end}`;
    default: return timer.state;
  }
}

/** The sizes in which eggs are sold, each with a mass within its class, and how long such an egg is. */
export const sizes = [
  { name: 'S', grams: 48, range: 'up to 53 g', length: '5.3 cm' },
  { name: 'M', grams: 58, range: '53–63 g', length: '5.7 cm' },
  { name: 'L', grams: 68, range: '63–73 g', length: '6 cm' },
  { name: 'XL', grams: 78, range: 'over 73 g', length: '6.2 cm' },
];

/** The places from which eggs come. */
export const places = [{ name: 'fridge', celsius: 4 }, { name: 'room', celsius: 20 }];

const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** `M, fridge, 1,600 m`; the altitude is left out at sea level. */
export function rawEggText({ massG, fromCelsius, altitudeM }) {
  const size = sizes.find(({ grams }) => grams === massG)?.name ?? `${numberFormat.format(massG)} g`;
  const place = places.find(({ celsius }) => celsius === fromCelsius)?.name ?? `${numberFormat.format(fromCelsius)} °C`;
  return [size, place, ...(altitudeM ? [`${numberFormat.format(altitudeM)} m`] : [])].join(', ');
}

/** `52 °C` */
export function degrees(celsius) {
  return `${Math.round(celsius)}\u00a0°C`;
}

/** A time as a person says it: `5 minutes`, `1 minute 30 seconds`. */
export function spokenTime(milliseconds) {
  const total = Math.ceil(milliseconds / 1000);
  const parts = [[Math.floor(total / 3600), 'hour'], [Math.floor(total / 60) % 60, 'minute'], [total % 60, 'second']];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return said.join(' ') || 'no time';
}

/** An egg's result without the warning, which is beside it. */
export function resultText({ description, safety }) {
  return safety && description.endsWith(safety) ? description.slice(0, -safety.length).replace(/; $/, '') : description;
}

/** How a countdown ended. */
export function endingText(run) {
  const late = clockText(run.overdueMs);
  switch (run.ending) {
    case 'dismissed': return run.overdueMs >= 1000 ? `stopped ${late} after it was done` : 'stopped when it was done';
    case 'missed': return 'missed';
    case 'cancelled': return 'cancelled';
    case 'replaced': return 'started again';
    default: return run.ending;
  }
}

/** Why an alarm would not be heard. */
export function noSound(reason) {
  return `No sound: ${reason}${/[.?!]$/.test(reason) ? '' : '.'}`;
}
