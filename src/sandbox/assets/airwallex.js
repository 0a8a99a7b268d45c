// Plays Airwallex's kit: a card form in a frame, and a payment that it confirms. The same calls as the kit has.
const { origin } = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);

/** @typedef {{ type?: string, id?: number, height?: number, message?: string, redirect_url?: string, status?: string, reason?: string, card?: boolean }} Message */

function createCard() {
  const frame = document.createElement('iframe');
  frame.src = `${origin}/gateway/card-frame?provider=airwallex&origin=${encodeURIComponent(location.origin)}`;
  frame.title = 'Card details';
  frame.height = '188';
  /** @type {Record<string, (() => void)[]>} */
  const listeners = {};
  /** @type {Map<number, (answer: Message) => void>} */
  const waiting = new Map();
  let lastId = 0;

  /** @param {MessageEvent<Message>} event */
  function hear({ source, origin: from, data }) {
    if (source !== frame.contentWindow || from !== origin || data?.card !== true) return;
    if (data.type === 'height') frame.height = String(Math.min(Math.max(Number(data.height), 100), 600));
    for (const listener of listeners[data.type ?? ''] ?? []) listener();
    waiting.get(data.id ?? 0)?.(data);
    waiting.delete(data.id ?? 0);
  }
  addEventListener('message', hear);

  return {
    /** @param {string | HTMLElement} host */
    mount(host) {
      const place = typeof host === 'string' ? document.getElementById(host) : host;
      place?.append(frame);
      return frame;
    },
    unmount() {
      removeEventListener('message', hear);
      frame.remove();
    },
    /** @param {string} event @param {() => void} listener */
    on(event, listener) {
      listeners[event] = [...(listeners[event] ?? []), listener];
    },
    /** @param {{ client_secret: string }} payment */
    async confirm({ client_secret }) {
      lastId += 1;
      const id = lastId;
      /** @type {Promise<Message>} */
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      frame.contentWindow?.postMessage({ type: 'confirm', id, client_secret }, origin);
      const said = await answer;
      if (said.type === 'error') throw new Error(said.message);
      if (said.redirect_url) {
        location.assign(said.redirect_url);
        // The page is on its way to the bank.
        return new Promise(() => {});
      }
      if (said.status === 'declined') throw new Error(said.reason);
      return said;
    },
  };
}

Object.assign(globalThis, {
  AirwallexComponentsSDK: { init: async () => ({}), createElement: async () => createCard() },
});
