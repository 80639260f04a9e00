// The first page in a frame of another site, where the browser sends no cookie: the token of the link goes with each request
// instead, and the page that was asked for takes the place of this one.
(() => {
  if (window === top) return;
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  address.searchParams.delete('token');
  // No address keeps it.
  history.replaceState(history.state, '', address);

  let token = given;
  try {
    // The frame may be loaded again.
    if (given) sessionStorage.setItem('token', given);
    else token = sessionStorage.getItem('token');
  } catch {
    // Without storage, the other site has to load the frame again.
  }
  if (!token) return;

  const { fetch } = window;
  const send = (target, options = {}) => fetch(target, { ...options, headers: { ...options.headers, 'Eggweb-Token': token } });
  window.fetch = send;

  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function begin(...request) {
    open.apply(this, request);
    this.setRequestHeader('Eggweb-Token', token);
  };

  /** That of browsers sends no header fields. */
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 0;
    #end = new AbortController();

    constructor(target) {
      super();
      this.#follow(target);
    }

    close() {
      this.readyState = 2;
      this.#end.abort();
    }

    async #follow(target) {
      try {
        const answer = await send(target, { headers: { Accept: 'text/event-stream' }, signal: this.#end.signal });
        this.readyState = answer.ok ? 1 : 2;
        if (answer.ok) await this.#read(answer.body.getReader());
      } catch {
        // It was closed, or the connection was lost.
      }
      if (this.#end.signal.aborted) return;
      if (this.readyState === 1) this.readyState = 0;
      this.onerror?.();
      if (this.readyState === 0) setTimeout(() => { if (!this.#end.signal.aborted) this.#follow(target); }, 1000);
    }

    async #read(reader) {
      const decoder = new TextDecoder();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
        text = events.pop();
        for (const each of events) this.#tell(each.split('\n'));
      }
    }

    #tell(lines) {
      const [kind = 'message', data] = ['event: ', 'data: '].map((name) => lines.find((line) => line.startsWith(name))?.slice(name.length));
      if (data === undefined) return;
      const event = new MessageEvent(kind, { data });
      if (kind === 'message') this.onmessage?.(event);
      else this.dispatchEvent(event);
    }
  };

  send(address).then(async (answer) => {
    const text = await answer.text();
    if (!answer.ok) {
      document.querySelector('p').textContent = text;
      return;
    }
    document.open();
    document.write(text);
    document.close();
    // A form would be sent without the token.
    addEventListener('submit', (event) => event.preventDefault(), { capture: true });
  }, () => setTimeout(() => location.reload(), 3000));
})();
