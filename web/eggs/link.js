// The sheet of a link that starts an egg or a time: its QR code, and a button that copies it.

import { button, copyText, element, openDialog, setText, shape, showText } from '../shared/dom.js';
import { call } from '../shared/eggd.js';
import { tr } from '../shared/language.js';

/** Opens the sheet; `query` is the link's text after the question mark. */
export async function showLink(title, query) {
  const shown = element('p', { class: 'link' });
  const said = element('p', { role: 'status' });
  const problem = element('p', { class: 'notice problem', role: 'alert', hidden: true });
  const copy = async () => {
    setText(said, await copyText(shown) ? tr('The link is copied.') : tr('The link is selected, and you can copy it.'));
  };
  const dialog = openDialog('sheet', tr('Link: {label}', { label: title }), problem);
  try {
    const reply = await call('io.eggtimer.Page.StartLink', { query });
    setText(shown, reply.link);
    dialog.append(...[
      // A reader needs a light margin of four modules.
      reply.codePath && shape('svg', {
        viewBox: `-4 -4 ${reply.codeSize + 8} ${reply.codeSize + 8}`, class: 'qr-code', role: 'img', 'aria-label': tr('The link as a QR code'),
      }, shape('path', { d: reply.codePath })),
      element('div', { class: 'fields' }, shown, button('strong wide', copy, tr('Copy link')), said),
      ...explanation(reply).map((text) => element('p', { class: 'small' }, text)),
    ].filter(Boolean));
  } catch (error) {
    showText(problem, error.message);
  }
}

function explanation({ link, isForOthers, fitsOnTag }) {
  return [
    tr('It opens a page with one button, and nothing starts before that is tapped.'),
    isForOthers ? tr('For devices that have opened this page before.')
      : tr('Only this machine can open it, until “eggctl page --open” opens the page to other devices.'),
    fitsOnTag ? tr('{count} bytes: short enough for an NFC tag.', { count: link.length })
      : tr('{count} bytes: too long for a usual NFC tag, which has place for 130. A shorter name makes it shorter.', { count: link.length }),
  ];
}
