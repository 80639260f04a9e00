// The title and the picture above the tip calculator, and their fields on its back.

import { clearProblems, element, get, setText } from '../shared/dom.js';
import { complain, showProblems, till } from './till.js';
import { tr } from '../shared/language.js';

const back = get('back');

/** Shows what the till tells of them. */
export async function showBranding({ title, picture }) {
  setText(get('title'), title);
  get('title-field').value = title;
  document.title = title;
  const canvas = get('picture');
  canvas.hidden = get('no-picture').hidden = !picture;
  if (!picture) return;
  try {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    draw(await createImageBitmap(new Blob([bytes])), canvas);
  } catch {
    canvas.hidden = true;
  }
}

/** Draws a picture as large as it fits, in the middle. */
function draw(image, canvas) {
  const context = canvas.getContext('2d');
  const scale = Math.min(canvas.width / image.width, canvas.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

async function setBranding(changes) {
  try {
    await showBranding(await till('SetBranding', changes));
    clearProblems(back);
    complain('');
  } catch (error) {
    showProblems(back, error);
  }
}

get('title-field').addEventListener('change', () => setBranding({ title: get('title-field').value.trim() }));
get('no-picture').addEventListener('click', () => {
  get('picture-field').value = '';
  setBranding({ picture: '' });
});
get('picture-field').addEventListener('change', async () => {
  const [file] = get('picture-field').files;
  if (!file) return;
  try {
    // A photo of many megabytes is made as small as it is shown.
    const canvas = element('canvas', { width: 96, height: 96 });
    draw(await createImageBitmap(file), canvas);
    await setBranding({ picture: canvas.toDataURL('image/png').split(',')[1] });
  } catch {
    showProblems(back, { message: '', problems: [{ field: 'picture', message: tr('This file isn’t a picture that the browser can read.') }] });
  }
});
