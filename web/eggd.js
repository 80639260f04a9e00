// eggd as a page sees it: calls, and the stream of what happens.

/** A refusal or a failure, with a sentence for people in `message`. */
export class CallError extends Error {
  constructor(name, parameters, sentence) {
    super(sentence);
    this.name = name;
    this.parameters = parameters;
  }
}

const noAnswer = 'This page got no answer from its machine. Check the timers before you try again.';
const noConnection = 'This page gets no answer from its machine. It reconnects by itself.';

/**
 * Calls a method: `call('Start', {egg: 'soft'})`, or with its interface: `call('io.eggtimer.Till.List')`.
 * Gives the reply's parameters, or throws a CallError.
 */
export async function call(method, parameters = {}) {
  const path = method.includes('.') ? method : `io.eggtimer.Timers.${method}`;
  let response, body;
  try {
    response = await fetch(`/call/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(parameters),
      signal: AbortSignal.timeout(15000),
    });
    body = await response.text();
  } catch {
    throw new CallError('io.eggtimer.Page.NoAnswer', {}, noAnswer);
  }
  let reply;
  try {
    reply = JSON.parse(body);
  } catch {
    // The page's server explains in plain text why it refuses a request.
    throw new CallError('io.eggtimer.Page.Refused', {}, response.ok ? noAnswer : body.trim() || noAnswer);
  }
  if (response.ok) return reply;
  throw new CallError(reply.error, reply.parameters ?? {}, refusal(reply.error ?? '', reply.parameters ?? {}));
}

/** The properties of an egg that can be refused, with their units. */
const properties = { massG: 'Weight in grams', fromCelsius: 'Temperature in °C', altitudeM: 'Altitude in metres' };

/** The sentence for an error of eggd. */
function refusal(error, about) {
  switch (error.split('.').pop()) {
    case 'NoDaemon': return about.message ?? noAnswer;
    case 'NoSuchTimer': return `There is no timer “${about.name}” any more.`;
    case 'NoSuchEgg': return `There is no egg “${about.egg}” any more.`;
    case 'FixedTime': return `“${about.egg}” always takes the same time now. Tap it again.`;
    case 'ImpossibleEgg': return `${properties[about.parameter] ?? about.parameter}: from ${about.minimum} to ${about.maximum}.`;
    case 'WaterTooCool':
      return `At this altitude water boils at ${Math.round(about.waterCelsius)} °C, and “${about.egg}” needs ${Math.round(about.targetCelsius)} °C.`;
    case 'NotSaved': return about.message ?? noAnswer;
    case 'InvalidDuration':
      return about.ms < about.minimumMs
        ? 'That is too little: at least a second must be left.'
        : `That is too much: the most is ${clockText(about.maximumMs)}.`;
    case 'InvalidName': return `“${about.name}” isn’t a valid name. Take a shorter one, of visible characters.`;
    case 'NameTaken': return `Another timer is called “${about.name}” already.`;
    case 'WrongState': return `That isn’t possible now: “${about.name}” is ${about.state}.`;
    case 'TooManyTimers': return `There are ${about.limit} timers already. Remove one first.`;
    default: return `eggd refused: ${error || 'it gave no reason'}`;
  }
}

/** While a timer runs, something is heard each second; a connection that is silent for so many milliseconds is dead. */
const longestSilence = 8000;

/**
 * Follows what happens. The handler has `update(message)`, for each event (`event`, `timers`, `soundOut`, `ageMs`), and
 * `gone(sentence)`, when eggd or the page's server doesn't answer; after that an update means that it is back.
 * `isWantedHidden()`, if it is there, tells whether a hidden page goes on asking for a stream that was refused.
 *
 * Gives `expect()`, which says that something must be heard soon, and `check(now)`, for a page that has a timer that
 * runs: it connects again after too long a silence, and returns the milliseconds until it would.
 */
export function stream(handler) {
  let source, retry;
  let heard = 0;
  let isGone = false;
  function open() {
    clearTimeout(retry);
    source?.close();
    expect();
    source = new EventSource('/events');
    source.onmessage = (event) => {
      expect();
      isGone = false;
      handler.update(JSON.parse(event.data));
    };
    source.addEventListener('gone', (event) => lose(JSON.parse(event.data).message));
    source.onerror = failed;
  }
  function expect() {
    heard = performance.now();
  }
  function check(now) {
    const rest = heard + longestSilence - now;
    if (rest > 0) return rest;
    open();
    // eggd's own sentence stays if it is eggd that is silent.
    if (!isGone) lose(noConnection);
    return longestSilence;
  }
  function lose(sentence) {
    isGone = true;
    handler.gone(sentence);
  }
  async function failed() {
    const failing = source;
    lose(noConnection);
    if (source.readyState !== EventSource.CLOSED) return;
    // The browser has given up. The answer to an ordinary request says why.
    try {
      const response = await fetch('/events', { headers: { Accept: 'text/event-stream' }, signal: AbortSignal.timeout(5000) });
      const isStream = response.ok;
      const sentence = isStream ? '' : (await response.text()).trim();
      if (isStream) await response.body?.cancel();
      else if (sentence && response.status < 500 && source === failing) lose(sentence);
    } catch {
      // There is still no answer.
    }
    // Another one may have been opened meanwhile.
    if (source === failing && isWanted()) retry = setTimeout(open, 3000);
  }
  const isWanted = () => !document.hidden || handler.isWantedHidden?.();
  document.addEventListener('visibilitychange', () => {
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(retry);
    if (isWanted()) open();
  });
  // A page that the browser keeps for its Back button would keep its connection, too, and a browser has few of them.
  addEventListener('pagehide', () => {
    clearTimeout(retry);
    source.close();
  });
  addEventListener('pageshow', (event) => { if (event.persisted) open(); });
  open();
  return { expect, check };
}

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
