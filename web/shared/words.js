// The page's words and times. The words for a timer's state come with the timer.

import { locale, tr } from './language.js';

/** The text when a countdown has ended while eggd, which would ring, can't be reached. */
export const timeIsUp = tr('The time is up, and the timer program doesn’t answer.');

/** Time that is left, as eggd shows it: `5:00`, `1:02:03`; seconds are rounded up. */
export function clockText(milliseconds) {
  return clock(Math.ceil(milliseconds / 1000));
}

/** Time that has passed, in the same form; seconds are rounded down. */
export function elapsedText(milliseconds) {
  return clock(Math.floor(milliseconds / 1000));
}

function clock(total) {
  const seconds = Math.max(0, total);
  const two = (number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Times of day, as the pages without code have them: `08:35`, or `8:35 AM` where clocks have twelve hours. */
export function clockFormatOf(place) {
  const { hour12 } = new Intl.DateTimeFormat(place, { hour: 'numeric' }).resolvedOptions();
  return new Intl.DateTimeFormat(place, { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' });
}

const clockFormat = clockFormatOf(locale);
const dayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long' });
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026`, for `2026-11-21`. */
export function dateText(iso) {
  return dateFormat.format(new Date(iso));
}

/** `08:35` */
export function clockTime(unixMs) {
  return clockFormat.format(unixMs);
}

/** When a timer ends, with the weekday if that isn't today. The time of day now is eggd's, not the browser's. */
function endText({ endsAtUnixMs: ends, shown, overdueMs }, leftMs) {
  const clock = ends == null ? '?' : clockTime(ends);
  const now = shown.ticks ? ends - leftMs : ends + overdueMs;
  const isToday = ends == null || new Date(now).toDateString() === new Date(ends).toDateString();
  return isToday ? tr('at {clock}', { clock }) : tr('at {clock} on {day}', { clock, day: dayFormat.format(ends) });
}

/** A text about a timer, with its times in place of their names. */
export function filled(text, timer, leftMs = timer.remainingMs, overdueMs = timer.overdueMs) {
  const times = {
    left: () => clockText(leftMs),
    since: () => elapsedText(overdueMs),
    end: () => endText(timer, leftMs),
    clock: () => clockTime(timer.endsAtUnixMs),
  };
  return text.replace(/\{(left|since|end|clock)\}/g, (_, time) => times[time]());
}

const numberFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** How heavy the eggs of a size are, and how long: `['53–63 g', '5.7 cm']`. `before` is the size before it, if any. */
export function sizeTexts({ maxGrams, centimetres }, before) {
  const range = !before ? tr('up to {grams} g', { grams: maxGrams }) : maxGrams == null ? tr('over {grams} g', { grams: before.maxGrams }) : `${before.maxGrams}–${maxGrams} g`;
  return [range, `${numberFormat.format(centimetres)} cm`];
}

/** `M, fridge, 1,600 m`; the altitude is left out at sea level. `sizes` and `places` are those of the kitchen. */
export function rawEggText({ massG, fromCelsius, altitudeM }, { sizes, places }) {
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
  const said = parts.filter(([count]) => count > 0)
    .map(([count, unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  return said.join(' ') || tr('no time');
}

/** The sentence about an eggd that can't be reached, for these timers. */
export function whileGone(sentence, timers) {
  return timers.some(({ shown }) => shown.ticks) ? `${sentence} ${tr('The time here keeps counting.')}` : sentence;
}

/** `egg`, `egg 2`, `egg 3`, …: the first that no timer has. */
export function freeName(name, timers) {
  const taken = new Set(timers.map((timer) => timer.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}
