// A link that was opened outside of a frame, in the JavaScript of 2012: the cookie has come with this answer, and no address keeps
// the token.
if (self === top && /[?&]token=/.test(location.href)) {
  location.replace(location.href.replace(/([?&])token=[^&#]*&?/, '$1').replace(/[?&](?=#|$)/, ''));
}
