// The drawer *This egg*: how large it is, where it comes from and how high the kitchen is.

import { clearProblems, element, markProblems, openDialog, setText, shape, showText } from '../shared/dom.js';
import { call } from '../shared/eggd.js';
import { numberOf, shownNumber, tr } from '../shared/language.js';
import { clockText, sizeTexts } from '../shared/words.js';

/** Opens the drawer. Its settings hold at once, on every device of the kitchen. */
export function askEgg(kitchen) {
  /** What eggd says about the kitchen's egg, once it has. */
  let setting;
  /** The field that is being typed into, which an answer that comes meanwhile leaves alone. */
  let edited;
  const problem = element('p', { class: 'notice problem', id: 'egg-problem', role: 'alert', hidden: true });
  const times = element('p', { class: 'times', role: 'status' });

  const say = (sentence) => {
    showText(problem, sentence);
    if (sentence) problem.scrollIntoView({ block: 'nearest' });
  };
  /** Says a refusal at the field with this name, or below. */
  const refuse = (message, name) => (markProblems(dialog, [{ field: name ?? '', message }]) ? say('') : say(message));
  const ask = async (method, parameters, name) => {
    say('');
    clearProblems(dialog);
    try {
      setting = await call(method, await parameters);
      await kitchen.read();
    } catch (error) {
      refuse(error.message, name);
    }
    show();
  };
  const save = (change, name) => ask('SetKitchen', change, name);
  const forget = element('button', {
    type: 'button', class: 'wide', id: 'forget-egg', click: () => ask('ResetKitchen'),
  }, tr('Use the values of eggd.conf'));
  // Browsers tell where a device is on localhost and by HTTPS only.
  const here = element('button', {
    type: 'button', id: 'find-altitude', hidden: !window.isSecureContext || !('geolocation' in navigator),
    click: async () => {
      here.disabled = true;
      await save(altitudeHere());
      here.disabled = false;
    },
  }, tr('Use this device’s location'));
  /** A field for a number; an empty one is as in eggd.conf. */
  const field = (property, unit) => element('input', {
    type: 'text', id: property, name: property, inputmode: 'decimal', autocomplete: 'off', 'aria-label': unit,
    input: ({ target }) => { edited = target; },
    blur: () => { edited = undefined; },
    change: ({ target }) => {
      edited = undefined;
      const text = target.value.trim();
      const number = numberOf(text);
      if (text && Number.isNaN(number)) return refuse(tr('Enter a number.'), property);
      return save({ [property]: text ? number : setting?.configured[property] }, property);
    },
  });
  const mass = field('massG', tr('Weight in grams'));
  const from = field('fromCelsius', tr('Temperature in degrees Celsius'));
  const altitude = field('altitudeM', tr('Altitude in metres'));
  /** A choice whose whole face can be touched. */
  const pick = (name, value, property, ...face) => element('label', { class: 'pick' },
    element('input', { type: 'radio', name, value, change: () => save({ [property]: value }) }),
    element('span', { class: 'face' }, ...face));
  const { sizes, places } = kitchen;
  const amount = (label, input, unit) => element('div', { class: 'field' },
    element('label', { class: 'amount' }, label, input, element('span', { class: 'unit' }, unit)));
  const group = (title, ...content) => element('fieldset', {}, element('legend', {}, title), ...content);

  const dialog = openDialog('sheet', tr('This egg'), element('form', { class: 'drawer', submit: (event) => event.preventDefault() },
    group(tr('Size'),
      element('div', { class: 'picks' }, ...sizes.map((size, index) => {
        const [range, length] = sizeTexts(size, sizes[index - 1]);
        return pick('size', size.grams, 'massG',
          outline(size.grams, sizes.at(-1).grams), element('b', {}, size.name), element('span', { class: 'unseen' }, ': '),
          element('span', { class: 'small' }, range), element('span', { class: 'unseen' }, ', '), element('span', { class: 'small' }, length));
      })),
      amount(`${tr('or weighed:')} `, mass, 'g')),
    group(tr('It comes from'),
      element('div', { class: 'picks' }, ...places.map(({ from: origin, celsius }) => pick('place', celsius, 'fromCelsius',
        element('b', {}, origin), ' ', element('span', { class: 'small' }, `${shownNumber(String(celsius))} °C`)))),
      amount(`${tr('or measured:')} `, from, '°C')),
    group(tr('Altitude of the kitchen'),
      amount(`${tr('above the sea:')} `, altitude, 'm'), here),
    problem, times,
    element('p', { class: 'small' }, tr('Saved for this kitchen: for the eggs that any device starts, on this page or by a command.')),
    forget));

  const show = () => {
    const { eggs, rawEgg } = kitchen;
    if (!rawEgg) return;
    for (const input of [mass, from, altitude]) {
      if (input !== edited) input.value = shownNumber(String(Math.round(rawEgg[input.name] * 100) / 100));
    }
    for (const input of dialog.querySelectorAll('[type=radio]')) input.checked = Number(input.value) === rawEgg[input.name === 'size' ? 'massG' : 'fromCelsius'];
    const timed = eggs.filter((egg) => egg.yolkCelsius != null || egg.centreCelsius != null);
    setText(times, timed.map((egg) => `${egg.shown.name} ${clockText(egg.durationMs)}`).join(' · '));
    forget.hidden = !setting?.isSet;
  };
  show();
  // Another device may set it meanwhile.
  kitchen.follow = () => ask('Kitchen');
  dialog.addEventListener('close', () => { kitchen.follow = undefined; });
  ask('Kitchen');
}

/** An egg of this mass, to the same scale as the others; the largest fills the picture. */
function outline(grams, largest) {
  const d = 'M0 -60C11 -60 22.500 -39 22.500 -23.500C22.500 -8.500 13 0 0 0C-13 0 -22.500 -8.500 -22.500 -23.500C-22.500 -39 -11 -60 0 -60Z';
  // A length follows the cube root of the mass.
  const transform = `translate(24 64) scale(${Math.cbrt(grams / largest).toFixed(4)})`;
  return shape('svg', { viewBox: '0 0 48 66', class: 'size', 'aria-hidden': 'true' }, shape('path', { d, transform }));
}

/** The altitude of this device, to ten metres, as a property of the kitchen's eggs. */
function altitudeHere() {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      if (coords.altitude == null) reject(new Error(tr('This device reports where it is, but not its altitude. Type the altitude.')));
      else resolve({ altitudeM: Math.round(coords.altitude / 10) * 10 });
    }, (error) => {
      reject(new Error(error.code === error.PERMISSION_DENIED
        ? tr('This page isn’t allowed to read the device’s location. Allow it in the browser’s settings, or type the altitude.')
        : tr('This device can’t find out where it is. Type the altitude.')));
    }, { enableHighAccuracy: true, maximumAge: 3600000, timeout: 20000 });
  });
}
