// Measures of a page's looks: `look(important)` finds what is wrong with the page as it is now, in its top dialog if one
// is open. Each list names elements; all lists are empty, and `wider` is 0, on a page that looks right.

const top = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body;
const name = (each) => `${each.id || each.className?.baseVal || each.className || each.localName}: ${(each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 50)}`;
/** Whether only a screen reader has the element, or it disappears soon. */
function isUnseen(each) {
  for (let one = each; one; one = one.parentElement) if (getComputedStyle(one).clipPath !== 'none') return true;
  return each.closest('.ripple') !== null;
}
const isShown = (each) => !isUnseen(each) && each.checkVisibility({ visibilityProperty: true, opacityProperty: true, checkVisibilityCSS: true }) && each.getClientRects().length > 0;
const found = (selector) => [...top.querySelectorAll(selector)].filter(isShown);

/** The part of a rectangle that the scrolling or clipping elements around it leave. */
function visible(rectangle, element) {
  let { left, top: upper, right, bottom } = rectangle;
  for (let each = element.parentElement; each; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (each === document.body || each === document.documentElement || (overflowX === 'visible' && overflowY === 'visible')) continue;
    const frame = each.getBoundingClientRect();
    [left, upper, right, bottom] = [Math.max(left, frame.left), Math.max(upper, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
  }
  return { left, top: upper, right, bottom };
}

/** The text nodes that can be read. */
function texts() {
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && isShown(node.parentElement)) nodes.push(node);
  }
  return nodes;
}

function textRectangle(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = [...range.getClientRects()].filter(({ width, height }) => width && height);
  return {
    left: Math.min(...lines.map((each) => each.left)), top: Math.min(...lines.map((each) => each.top)),
    right: Math.max(...lines.map((each) => each.right)), bottom: Math.max(...lines.map((each) => each.bottom)),
  };
}

/** The part of a text's rectangle that its letters need. */
function inkRectangle(node) {
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node.parentElement);
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(node.data);
  const { left, top, right, bottom } = textRectangle(node);
  return { left, top: top + fontBoundingBoxAscent - actualBoundingBoxAscent, right, bottom: bottom - fontBoundingBoxDescent + actualBoundingBoxDescent };
}

/** Texts in tight lines that have lost the upper or the lower ends of letters. */
function clipped() {
  return texts().filter((node) => node.parentElement.matches('.tight')).filter((node) => {
    const ink = inkRectangle(node);
    const seen = visible(ink, { parentElement: node.parentElement });
    return seen.top > ink.top + 1 || seen.bottom < ink.bottom - 1 || ink.top < -1 || ink.bottom > innerHeight + 1;
  }).map(({ data }) => data);
}

/** Pairs of texts, pictures and controls that cover each other. Lines may share their leading; tight ones are as high as their letters. */
function overlapping() {
  const things = [
    ...texts().map((node) => ({ element: node.parentElement, box: visible((node.parentElement.matches('.tight') ? inkRectangle : textRectangle)(node), node.parentElement), label: `"${node.data.trim().slice(0, 30)}"` })),
    ...found('img, button:not(.egg), a, input, textarea, .track').map((element) => ({ element, box: visible(element.getBoundingClientRect(), element), label: name(element) })),
  ];
  const pairs = [];
  for (const [index, one] of things.entries()) {
    for (const other of things.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      // A hidden field is touched through its label, which it covers.
      if (one.element.closest('label') && one.element.closest('label') === other.element.closest('label')) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const along = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 1.5 && along > 4) pairs.push(`${one.label} / ${other.label}: ${across.toFixed()}x${along.toFixed()}`);
    }
  }
  return pairs;
}

/** Words that are broken at the end of a line. Those longer than a line has room for may be. */
function broken() {
  const lines = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    // WebKit also counts the end of the line before.
    return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map((each) => Math.round(each.top))).size;
  };
  return texts().flatMap((node) => [...node.data.matchAll(/[^\s\u2013-]+/g)]
    .filter((word) => word[0].length < 20 && lines(node, word.index, word.index + word[0].length) > 1).map(String));
}

/** The selectors with an element that isn't wholly within the window. */
function outside(selectors) {
  return selectors.filter((selector) => {
    const all = [...document.querySelectorAll(selector)].filter(isShown);
    return all.length === 0 || all.some((each) => {
      const r = each.getBoundingClientRect();
      const seen = visible(r, each);
      return r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1
        || seen.right - seen.left < r.width - 1.5 || seen.bottom - seen.top < r.height - 1.5;
    });
  });
}

/** The elements that a finger can push sideways; chips and several alarms are meant to be. */
function pushed() {
  return [top, ...found('*')].filter((each) => !each.matches('.more, .alarms, textarea') && ['auto', 'scroll'].includes(getComputedStyle(each).overflowX)
    && each.scrollWidth > each.clientWidth + 1).map(name);
}

/** Ids that two elements have, and labels of nothing: the first element with an id gets its label. */
function misnamed() {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const labels = [...document.querySelectorAll('label')].filter(({ control }) => !control);
  return [...ids.filter((id, index) => ids.indexOf(id) !== index), ...labels.map(name)];
}

function look(important) {
  const controls = found('button, a, input, textarea, select, summary, [role=option]');
  const touched = [...new Set(controls.map((each) => each.closest('label') ?? each))];
  const box = (each) => each.getBoundingClientRect();
  return {
    wider: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    small: touched.filter((each) => box(each).width < 47.9 || box(each).height < 47.9).map(name),
    cut: touched.filter((each) => !each.matches('textarea, input') && !each.querySelector('.ripple')
      && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)).map(name),
    clipped: clipped(),
    overlapping: overlapping(),
    broken: broken(),
    outside: outside(important),
    pushed: pushed(),
    misnamed: misnamed(),
  };
}
