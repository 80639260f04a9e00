// A cooking egg cut open, coloured by how hot it is estimated to be from the rim to the centre.

import { element, openDialog, setText, shape } from '../shared/dom.js';
import { tr } from '../shared/language.js';
import { degrees } from '../shared/words.js';

/** Degrees Celsius and the colour of the white: clear, then clouded, then set. */
const white = [[5, [211, 211, 182]], [45, [217, 217, 190]], [58, [229, 228, 206]], [64, [241, 239, 226]], [72, [252, 250, 243]], [100, [255, 254, 250]]];
/** And of the yolk: liquid, then like jam, then firm and pale. */
const yolk = [[5, [219, 96, 6]], [45, [233, 116, 8]], [60, [243, 140, 18]], [66, [248, 160, 36]], [71, [250, 184, 68]], [78, [249, 207, 106]], [88, [245, 219, 143]], [100, [240, 219, 156]]];

/** Where a part has a colour of its own, from its rim (1) to its middle (0). */
const places = Array.from({ length: 12 }, (_, index) => 1 - (index + 0.5) / 12);

/** The yolk, in a picture of 148 by 214; the ellipse that reaches from it to the shell, if it is so much narrower; and the shell. */
const round = { cx: 74, cy: 128, r: 42 };
const oval = { cx: 74, cy: 108, r: 100, fx: 74, fy: 128, fr: 42, gradientTransform: 'matrix(.68 0 0 1 23.68 0)' };
const outline = 'M74 8C111 8 142 70 142 126C142 177 112 208 74 208C36 208 6 177 6 126C6 70 37 8 74 8Z';

/** How many sections were made: the gradients of each have names of their own. */
let made = 0;

/** The colour at a temperature, as `[red, green, blue]`. */
function colour(scale, celsius) {
  const next = scale.findIndex(([at], index) => index > 0 && (at > celsius || index === scale.length - 1));
  const [[low, from], [high, to]] = [scale[next - 1], scale[next]];
  const share = between(celsius, low, high);
  return from.map((value, index) => Math.round(value + (to[index] - value) * share));
}

/**
 * The temperatures at these places. Only those of the water, the yolk's boundary and the centre are known. Between them the
 * temperature falls as it does in a sphere: evenly curved in the yolk; in the white, at first within a thin layer.
 */
export function profile(yolkCelsius, centreCelsius, waterCelsius = 100) {
  const outer = waterCelsius - yolkCelsius;
  // The slope doesn't change at the boundary, which is at 0.69 of the radius.
  const even = outer > 0 ? Math.min(1, Math.max(0, 0.9 * (yolkCelsius - centreCelsius) / outer)) : 1;
  const inWhite = (share) => yolkCelsius + outer * (even * share + (1 - even) * share ** 6);
  const inYolk = (share) => centreCelsius + (yolkCelsius - centreCelsius) * share ** 2;
  return { white: places.map(inWhite), yolk: places.map(inYolk) };
}

/** `Yolk about 52 °C at its edge, 31 °C in the middle`. */
function sentence({ yolkCelsius, centreCelsius }) {
  return tr('Yolk about {edge} at its edge, {middle} in the middle', { edge: degrees(yolkCelsius), middle: degrees(centreCelsius) });
}

/** How far a temperature is on the way between two others, from 0 to 1. */
function between(celsius, from, to) {
  return Math.min(1, Math.max(0, (celsius - from) / (to - from)));
}

class Section {
  #stops = {};

  constructor() {
    made += 1;
    const gradient = (part, form) => {
      this.#stops[part] = places.map((offset) => shape('stop', { offset }));
      return shape('radialGradient', { id: `${part}-${made}`, gradientUnits: 'userSpaceOnUse', ...form }, ...[...this.#stops[part]].reverse());
    };
    this.gloss = shape('path', { d: 'M45 118C49 104 60 96 73 95', class: 'gloss' });
    this.crumbs = shape('path', { d: 'M58 118h.1M70 142h.1M86 116h.1M92 134h.1M77 128h.1M61 136h.1M84 148h.1M72 110h.1M96 121h.1M53 128h.1M66 152h.1', class: 'crumbs' });
    this.element = shape('svg', { viewBox: '0 0 148 214', class: 'section', 'aria-hidden': 'true' },
      gradient('white', oval), gradient('yolk', round),
      shape('path', { d: outline, class: 'shell', fill: `url(#white-${made})` }),
      shape('circle', { ...round, class: 'edge', fill: `url(#yolk-${made})` }), this.gloss, this.crumbs);
  }

  show(yolkCelsius, centreCelsius) {
    const celsius = profile(yolkCelsius, centreCelsius);
    for (const [part, scale] of [['white', white], ['yolk', yolk]]) {
      this.#stops[part].forEach((stop, index) => stop.setAttribute('stop-color', `rgb(${colour(scale, celsius[part][index])})`));
    }
    // A liquid yolk shines, and a firm one crumbles.
    this.gloss.style.opacity = 0.85 * (1 - between(centreCelsius, 50, 72));
    this.crumbs.style.opacity = 0.5 * between(centreCelsius, 64, 74);
  }
}

/** The section of a timer's egg, which opens a larger one with the temperatures. */
export class InsideButton {
  #timer;
  /** The highest temperatures of this egg: a part that has set stays so when it cools. */
  #hottest = [];
  /** Draws the dialog, while it is open. */
  #drawLarge;

  constructor() {
    this.element = element('button', { type: 'button', class: 'inside', hidden: true, click: () => this.#open() });
  }

  /** Shows the inside of a timer's egg, if it is known, on the first row; on others there is no room. */
  update(timer, isFirst) {
    const { yolkCelsius, centreCelsius } = timer;
    const isKnown = yolkCelsius != null && centreCelsius != null;
    this.element.toggleAttribute('hidden', !isKnown || !isFirst);
    if (!isKnown) return;
    const elapsed = ({ durationMs, remainingMs }) => durationMs - remainingMs;
    // With less time behind it than before, it is another egg.
    if (timer.egg !== this.#timer?.egg || elapsed(timer) < elapsed(this.#timer) - 2000) this.#hottest = [];
    this.#timer = timer;
    this.#hottest = [yolkCelsius, centreCelsius].map((value, index) => Math.max(value, this.#hottest[index] ?? value));
    if (!isFirst) return;
    if (!this.section) this.element.append((this.section = new Section()).element);
    this.section.show(...this.#hottest);
    this.element.dataset.means = tr('Inside: {label}', { label: timer.shown.title });
    this.element.title = tr('An estimate: {temperatures}', { temperatures: sentence(timer) });
    this.element.setAttribute('aria-label', `${this.element.dataset.means}. ${this.element.title}`);
    this.#drawLarge?.();
  }

  #open() {
    const large = new Section();
    const words = element('p', { class: 'inside-words' });
    const dialog = openDialog('sheet', tr('Inside: {label}', { label: this.#timer.shown.title }), large.element, words,
      element('p', { class: 'small' }, tr('An estimate for this egg’s size, temperature and altitude. Each egg is a little different.')));
    this.#drawLarge = () => {
      large.show(...this.#hottest);
      setText(words, `${sentence(this.#timer)}.`);
    };
    dialog.addEventListener('close', () => { this.#drawLarge = undefined; });
    this.#drawLarge();
  }
}
