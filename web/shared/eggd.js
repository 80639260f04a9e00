// eggd as a page sees it: calls, and the stream of what happens.

import { language, said, tr } from './language.js';

/** A refusal or a failure, with a sentence for people in `message`, and the fields it is about in `problems`. */
class CallError extends Error {
  constructor(name, sentence, problems = []) {
    super(sentence);
    this.name = name;
    this.problems = problems;
  }

  /** Whether the call may still be carried out. */
  get isUnanswered() {
    return this.name === isUnanswered;
  }
}

const isUnanswered = 'io.eggtimer.Page.NoAnswer';
const noAnswer = tr('This page got no answer from its machine. Check the timers before you try again.');
const noConnection = tr('This page gets no answer from its machine. It reconnects by itself.');

/** An answer is waited for so many milliseconds. */
const maxWait = 15000;

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
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify(parameters),
      signal: endAfter(maxWait),
    });
    body = await response.text();
  } catch {
    throw new CallError(isUnanswered, noAnswer);
  }
  let reply;
  try {
    reply = JSON.parse(body);
  } catch {
    // The page's server explains in plain text why it refuses a request.
    throw new CallError('io.eggtimer.Page.Refused', response.ok ? noAnswer : body.trim() || noAnswer);
  }
  if (response.ok) return reply;
  throw new CallError(reply.error, reply.message ?? reply.parameters?.message ?? noAnswer, reply.parameters?.problems);
}

/** Done when the changes that were asked for so far have been answered. */
let changes = Promise.resolve();

/** Calls a method that changes timers; changes are made in the order in which they were asked for. */
export function callInOrder(method, parameters) {
  const send = () => call(method, parameters);
  // An alarm is answered at once, also while a call before gets no answer.
  const isUrgent = ['Dismiss', 'Snooze'].includes(method);
  const sent = isUrgent ? send() : changes.then(send);
  // A call that got no answer may still be carried out. Later ones, which must not overtake it, aren't made then.
  const answered = Promise.all([changes, sent.catch((error) => { if (error.isUnanswered) throw error; })]);
  changes = answered;
  answered.catch(() => { if (changes === answered) changes = Promise.resolve(); });
  return sent;
}

/** A signal that aborts a request after so many milliseconds; older browsers have no `AbortSignal.timeout`. */
function endAfter(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** A message, whose sentences are in the page's language. */
const read = (text) => JSON.parse(text, (_, value) => (typeof value === 'string' ? said(value) : value));

/** A connection that is silent for so many milliseconds is dead: something is heard every ten seconds. */
const maxSilence = 11000;

/** While a timer runs, something is heard every five seconds, and after a change at once. */
const maxSilenceInUse = 7000;

/** A change that eggd hasn't told of after so many milliseconds is said to be unconfirmed. */
const maxUnconfirmed = 2000;
const unconfirmed = tr('There is no answer yet. The timers here may not be as they are.');

/** For the first new connection after that, this silence is enough. */
const maxTry = 3000;

/** A wall clock that is corrected leaps by less. A longer leap may be a step of it; then a new connection does no harm. */
const shortestSleep = 3000;

/** By how much one clock leads the other: in many browsers that of performance.now() stops in sleep. */
const lead = () => Date.now() - performance.now();

/**
 * Follows what happens. The handler has `update(message)`, for each event (`event`, `timers`, `soundOut`, `storeOut`, `ageMs`), and
 * `gone(sentence, detail)`, when eggd or the page's server doesn't answer; after that an update means that it answers again.
 * `slept(milliseconds)` says that the page's clock may have stopped for so long; an update follows, or `gone`.
 * A hidden page stays connected, or connects again, only while `isWantedHidden()`; `rested()` says that it has closed its
 * connection, until it is seen.
 *
 * Gives `change(method, parameters)`, which calls a method that changes timers, as `call` does: an event must follow,
 * and the handler's `expects()` tells that `check` is needed; `waits(sentence)` says that eggd hasn't confirmed it. `check(now)`
 * connects again after a sleep or too long a silence, and returns the milliseconds until it would. Only if the new
 * connection is also lost or silent is it told.
 * `settle()` connects or closes the connection when `isWantedHidden()` may have changed.
 */
export function stream(handler) {
  let source, retry;
  let lastLead = lead();
  let isGone = false;
  /** Whether this connection was made because the one before was lost, and nothing has been heard on it yet. */
  let isTrying = false;
  /** When the last message came, and until when this connection may be silent. */
  let heard = 0;
  /** When eggd has last told what it does, and not only that the connection works. */
  let told = 0;
  let due = Infinity;
  function open() {
    clearTimeout(retry);
    source?.close();
    allow(isGone ? maxSilenceInUse : isTrying ? maxTry : maxSilence);
    source = new EventSource('/events');
    source.onmessage = (event) => {
      // A message that has waited during a sleep is too old.
      if (wakeUp()) return;
      const message = read(event.data);
      heard = performance.now();
      if (message.event.kind !== 'tick') told = heard;
      isTrying = isGone = false;
      allow(message.timers.some(({ shown }) => shown.ticks) ? maxSilenceInUse : maxSilence);
      handler.update(message);
    };
    source.addEventListener('gone', (event) => {
      isTrying = false;
      allow(maxSilence);
      const { message, detail } = read(event.data);
      lose(message, detail);
    });
    source.onerror = failed;
  }
  function allow(silence) {
    due = performance.now() + silence;
  }
  function tryAgain() {
    isTrying = true;
    open();
  }
  /** Connects again if the device has slept; returns whether it has. */
  function wakeUp() {
    const slept = lead() - lastLead;
    lastLead += slept;
    if (slept < shortestSleep) return false;
    if (isWanted()) tryAgain();
    handler.slept(slept);
    return true;
  }
  async function change(method, parameters) {
    wakeUp();
    const sent = performance.now();
    const patience = setTimeout(() => {
      if (told >= sent) return;
      handler.waits(unconfirmed);
      // The connection may be dead.
      due = Math.min(due, performance.now() + maxTry);
      handler.expects();
    }, maxUnconfirmed);
    const reply = await callInOrder(method, parameters).finally(() => clearTimeout(patience));
    // eggd tells of a change at once, and replies when it is saved.
    if (heard < sent) {
      due = Math.min(due, performance.now() + maxSilenceInUse);
      handler.expects();
    }
    return reply;
  }
  function check(now) {
    wakeUp();
    if (due > now) return due - now;
    const isSecond = isTrying;
    tryAgain();
    // eggd's own sentence stays if it is eggd that is silent.
    if (isSecond && !isGone) lose(noConnection);
    return due - now;
  }
  function lose(sentence, detail) {
    isGone = true;
    handler.gone(sentence, detail);
  }
  async function failed() {
    if (wakeUp()) return undefined;
    const failing = source;
    const isFirst = !isTrying && !isGone;
    if (source.readyState !== EventSource.CLOSED) {
      if (!isFirst) return lose(noConnection);
      // The browser tries again by itself, after a second.
      isTrying = true;
      allow(maxTry);
      return handler.expects();
    }
    // The browser has given up. The answer to an ordinary request says why.
    let sentence = noConnection;
    let isStream = false;
    try {
      const response = await fetch('/events', { headers: { Accept: 'text/event-stream' }, signal: endAfter(5000) });
      isStream = response.ok;
      if (isStream) await response.body?.cancel();
      else if (response.status < 500) sentence = (await response.text()).trim() || noConnection;
    } catch {
      // There is still no answer.
    }
    // Another one may have been opened meanwhile.
    if (source !== failing) return undefined;
    if (!isFirst || !isStream) lose(sentence);
    if (isWanted()) retry = setTimeout(tryAgain, isFirst && isStream ? 0 : 3000);
    return undefined;
  }
  const isWanted = () => !document.hidden || handler.isWantedHidden();
  function settle() {
    if (!isWanted()) return rest();
    if (source && source.readyState !== EventSource.CLOSED) return undefined;
    tryAgain();
    return handler.expects();
  }
  function rest() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
    isTrying = false;
    due = Infinity;
    handler.rested();
  }
  // A page on which nothing counts down finds out when it is used again that the device has slept.
  for (const kind of ['focus', 'online']) addEventListener(kind, wakeUp);
  document.addEventListener('visibilitychange', () => {
    wakeUp();
    settle();
  });
  // A page that the browser keeps for its Back button would also keep its connection.
  addEventListener('pagehide', rest);
  addEventListener('pageshow', (event) => { if (event.persisted) settle(); });
  if (isWanted()) open();
  return { change, check, settle };
}
