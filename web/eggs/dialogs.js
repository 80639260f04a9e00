// The dialogs over the page: the keypad, a new name, the eggs, and what was timed.

import { call } from '../shared/eggd.js';
import { locale, tr } from '../shared/language.js';
import { clockText, clockTime, degrees, rawEggText, spokenTime } from '../shared/words.js';
import { button, eggPicture, element, openDialog, openPad, padKey, setText, showText, showTrouble, signButton } from '../shared/dom.js';
import { secondsOf, shownTime, typeKey } from './times.js';

/** `Sat, 21 Nov` */
const dateFormat = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** Asks for a time; `start(durationMs)` is called with it. */
export function askTime(title, start) {
  let typed = '';
  const milliseconds = () => secondsOf(typed) * 1000;
  const show = (refusal = '') => {
    setText(pad.shown, shownTime(typed));
    setText(pad.refused, refusal);
    pad.shown.classList.toggle('empty', !typed);
    const time = milliseconds();
    begin.disabled = time === 0;
    setText(begin, time ? tr('Start {what}', { what: clockText(time) }) : tr('Start'));
    begin.setAttribute('aria-label', time ? tr('Start {time}: {spoken}', { time: clockText(time), spoken: spokenTime(time) }) : tr('Start'));
  };
  const press = (keys) => {
    let refusal;
    if (keys === 'B') typed = typed.slice(0, -1);
    else for (const key of keys) [typed, refusal] = typeKey(typed, key);
    show(refusal);
  };
  const begin = button('strong wide', () => {
    pad.dialog.close();
    start(milliseconds());
  });
  begin.dataset.means = 'start';
  const letterOf = (key) => /^[\p{L}\d:.,]$/u.test(key) && key.toLowerCase();
  const pad = openPad(title, press, letterOf, padKey('00', () => press('00')), begin);
  pad.shown.setAttribute('role', 'status');
  show();
}

/** Asks for a timer's new name; `change(method, parameters)` calls eggd, and throws a CallError if that can't be. */
export function askName(timer, change) {
  const field = element('input', { type: 'text', id: 'new-name', name: 'to', maxlength: 64, autocomplete: 'off', required: true, 'aria-describedby': 'name-problem' });
  const problem = element('p', { class: 'notice problem', id: 'name-problem', role: 'alert', hidden: true });
  field.value = timer.shown.title;
  const rename = async (event) => {
    event.preventDefault();
    const to = field.value.trim();
    try {
      if (to && to !== timer.shown.title && to !== timer.name) await change('Rename', { name: timer.name, id: timer.id, to });
      dialog.close();
    } catch (error) {
      showText(problem, error.message);
      field.focus();
    }
  };
  const dialog = openDialog('naming', tr('Rename {label}', { label: timer.shown.title }), element('form', { class: 'fields', submit: rename },
    element('label', { for: 'new-name' }, tr('Name')), field, problem,
    element('button', { type: 'submit', class: 'strong wide' }, tr('Rename'))));
  field.focus();
  field.select();
}

/** The eggs with their times in this kitchen, how each is inside, and a warning for those that are not firm. */
export function showEggs(kitchen) {
  const { eggs, rawEgg } = kitchen;
  const entry = (egg) => element('li', {},
    eggPicture(egg.name, egg.durationMs),
    element('div', {},
      element('h3', {}, egg.shown.title, ' ', element('span', { class: 'time' }, clockText(egg.durationMs))),
      element('p', {}, insideText(egg)),
      ...(egg.shown.safety ? [element('p', { class: 'safety' }, `${egg.shown.safety}.`)] : [])),
    linkButton(egg.shown.title, `egg=${encodeURIComponent(egg.name)}`));
  openDialog('sheet', tr('The eggs'), element('ul', { class: 'list' }, ...eggs.map(entry)),
    ...(rawEgg ? [element('p', { class: 'small' }, tr('These times are for: {egg}.', { egg: rawEggText(rawEgg, kitchen) }))] : []));
}

/** A button in a sheet, which opens the sheet of a link instead. */
function linkButton(title, query) {
  return signButton('link', tr('Link: {label}', { label: title }), {
    click: ({ currentTarget }) => {
      currentTarget.closest('dialog').close();
      import('./link.js').then(({ showLink }) => showLink(title, query));
    },
  });
}

/** How an egg is inside, and the temperature by which it is done. */
function insideText({ shown: { description: what }, yolkCelsius, centreCelsius }) {
  const more = yolkCelsius != null ? tr('the yolk has {degrees} at its edge', { degrees: degrees(yolkCelsius) })
    : centreCelsius != null ? tr('the yolk has {degrees} in the middle', { degrees: degrees(centreCelsius) }) : '';
  return what && more ? tr('{what}; {more}', { what, more }) : what || more;
}

/** Shows the countdowns that have ended, of which a tap starts one again; throws a CallError if eggd doesn't tell them. */
export async function showHistory(startAgain) {
  const { runs, historyOut } = await call('History', { limit: 50 });
  const entry = (run) => {
    const { shown, durationMs, startedAtUnixMs: started } = run;
    const again = () => {
      dialog.close();
      startAgain(run);
    };
    return element('li', {}, element('div', {},
      element('h3', {}, element('button', { type: 'button', class: 'again', title: tr('Start again'), click: again },
        shown.title, ' ', element('span', { class: 'time' }, clockText(durationMs)))),
      element('p', {}, [dateFormat.format(started), clockTime(started), shown.detail, shown.ending].filter(Boolean).join(' · '))),
    linkButton(shown.title, shown.link));
  };
  const empty = element('p', { class: historyOut ? 'notice' : 'idle' });
  showTrouble(empty, historyOut ? tr('The saved history can’t be read.') : tr('Nothing yet.'), historyOut ?? '');
  const dialog = openDialog('sheet', tr('History'),
    ...runs.length ? [element('p', { class: 'small' }, tr('A tap starts it again.')), element('ul', { class: 'list' }, ...runs.map(entry))] : [],
    ...historyOut || !runs.length ? [empty] : []);
}
