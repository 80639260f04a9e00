// The countdowns, the alarm and the taps of the plain page, in the JavaScript of 2012.
(function () {
  /** Says why nothing is known at the moment; then the page itself rings at the end of a countdown, until it is touched. */
  var lost = document.getElementById('lost'), isSilenced;
  var bell = new Audio('/bell.wav'), source, shown = now(), heard = now(), asked = 0;
  function now() { return window.performance && performance.now ? performance.now() : Date.now(); }
  function main() { return document.querySelector('main'); }
  function list(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
  function buttons() { return list('button').map(function (each) { return each.value; }).join(); }
  /** A tap means what was there when the finger came down. */
  function noteChange() { document.documentElement.setAttribute('data-changed', now()); }
  function play() { var playing = bell.play(); if (playing) playing.then(null, function () {}); }
  function draw() {
    var rings = main().className === 'rings';
    list('[data-left]').forEach(function (each) {
      var seconds = Math.max(0, Math.ceil((each.getAttribute('data-left') - (now() - shown)) / 1000));
      var parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(function (part) { return ('0' + Math.floor(part)).slice(-2); });
      each.textContent = parts.join(':').replace(/^(00:)?0?/, '');
      if (seconds === 0 && lost.textContent) rings = !isSilenced;
    });
    if (rings) play(); else bell.pause();
  }
  function show(text) {
    var page = /<main[^]*<\/main>/.exec(text), before = buttons(), focus = document.activeElement;
    if (!page) return location.reload();
    main().outerHTML = page[0];
    (list('button').filter(function (each) { return each.name === focus.name && each.value === focus.value; })[0] || main()).focus();
    if (buttons() !== before) noteChange();
    if (buttons() !== before && main().className === 'rings') scrollTo(0, 0);
    lost.textContent = '';
    isSilenced = false;
    shown = now();
    draw();
  }
  function ask(method, address, then, body) {
    var request = new XMLHttpRequest();
    request.open(method, address);
    request.timeout = body ? 15000 : 2500;
    if (body) request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    request.onload = function () { heard = now(); then(request.responseText, request.status); };
    request.onerror = request.ontimeout = function () { lost.textContent = lost.getAttribute('data-silence'); };
    request.send(body);
  }
  function refresh() {
    var before = shown;
    ask('GET', main().getAttribute('data-next'), function (text, status) {
      // The answer to a tap may have come meanwhile.
      if (shown !== before) refresh();
      else if (status !== 503) show(text);
    });
  }
  function listen() {
    source = new EventSource('/events');
    source.onmessage = function (event) {
      var message = JSON.parse(event.data), rings = message.timers.some(function (each) { return each.shown.rings; });
      heard = now();
      if (!rings && (document.getElementById('time') || (message.event.kind === 'tick' && !lost.textContent))) return;
      refresh();
    };
    source.addEventListener('gone', function (event) {
      // The sentence has marks of its beginning and its end.
      var message = JSON.parse(event.data).message.replace(/[\x11\x14]/g, '');
      if (main().className !== 'lost') lost.textContent = JSON.parse(lost.getAttribute('data-gone'))[message] || message;
    });
  }
  document.onclick = function (event) {
    var target = event.target, body;
    while (target && !/^(A|BUTTON)$/.test(target.tagName)) target = target.parentNode;
    isSilenced = lost.textContent !== '';
    play();
    draw();
    if (!target || (target.form ? !target.form.checkValidity() : target.pathname !== '/plain')) return;
    event.preventDefault();
    if (now() - document.documentElement.getAttribute('data-changed') < 500) return;
    noteChange();
    body = target.form && Array.prototype.filter.call(target.form.elements, function (each) { return each.tagName === 'INPUT' || each === target; })
      .map(function (each) { return encodeURIComponent(each.name) + '=' + encodeURIComponent(each.value); }).join('&');
    ask(body ? 'POST' : 'GET', body ? '/plain' : target.href, show, body);
  };
  bell.loop = true;
  noteChange();
  listen();
  setInterval(function () {
    draw();
    if (now() - Math.max(heard, asked) < 7000) return;
    asked = now();
    ask('GET', '/about', function () { if (source.readyState === 2) listen(); });
  }, 500);
})();
