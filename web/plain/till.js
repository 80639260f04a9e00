// The sentence of the till's pages in browsers that can't run their code, at the place of this script.
if (!('noModule' in document.createElement('script'))) {
  document.write('<p class="notice">This page needs a browser of 2020 or later: Chrome 80, Firefox 74, Safari 13.1 or a newer one. '
    + '<a href="/plain">The egg timer</a> works in this one.</p>');
}
