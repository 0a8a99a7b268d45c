// Stand-in for Stripe's browser kit: sets `window.Stripe` as Stripe's script does, with the calls, answers and side effects on the
// page (frames, and one over the page for the bank's second step) of those parts that a shop uses.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL(script.src).origin;
  let lastId = 0;

  /** @param {string} path @param {Record<string, string>} query @param {string} title */
  function newFrame(path, query, title) {
    const frame = document.createElement('iframe');
    const address = new URL(path, base);
    for (const [name, value] of Object.entries({ ...query, origin: location.origin }))
      address.searchParams.set(name, value);
    frame.src = address.href;
    frame.title = title;
    frame.allow = 'payment';
    return frame;
  }

  /** The bank's page over the shop's. @param {string} secret @returns {Promise<any>} the intent afterwards */
  function askBank(secret) {
    return new Promise((resolve) => {
      const frame = newFrame('/stripe/second-step', { client_secret: secret }, '3D Secure');
      const dialog = document.createElement('dialog');
      Object.assign(dialog.style, {
        width: '480px',
        height: '520px',
        maxWidth: '96vw',
        padding: '0',
        margin: 'auto',
        border: '0',
      });
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
      dialog.setAttribute('aria-label', '3D Secure');
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
      /** @param {MessageEvent} event */
      const hear = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== base || data?.stripe !== 'step') return;
        removeEventListener('message', hear);
        dialog.close();
        dialog.remove();
        resolve(data.intent);
      };
      addEventListener('message', hear);
    });
  }

  /** What a confirmed intent means to the caller. @param {any} intent @returns {any} */
  function outcome(intent) {
    const { last_payment_error: error } = intent;
    return error ? { error: { ...error, payment_intent: intent } } : { paymentIntent: intent };
  }

  /** @param {any} answer @param {string} secret */
  async function afterActions(answer, secret) {
    const isWaiting = answer.paymentIntent?.status === 'requires_action';
    return isWaiting ? outcome(await askBank(secret)) : answer;
  }

  /** @param {string} key @param {any} options */
  function newElement(key, options) {
    /** @type {Map<number, (answer: any) => void>} */
    const waiting = new Map();
    /** @type {Map<string, ((event: any) => void)[]>} */
    const listeners = new Map();
    /** @type {HTMLIFrameElement | null} */
    let frame = null;

    /** @param {string} type @param {any} [event] */
    const emit = (type, event = {}) => {
      for (const listener of listeners.get(type) ?? []) listener({ elementType: 'payment', ...event });
    };

    /** @param {MessageEvent} event */
    function hear({ source, origin, data }) {
      if (!frame || source !== frame.contentWindow || origin !== base || data?.stripe !== 'element') return;
      if (data.type === 'height') frame.style.height = `${data.height}px`;
      if (data.type === 'ready') emit('ready');
      if (data.type === 'change') emit('change', { complete: data.complete, empty: false });
      if (data.type === 'answer') waiting.get(data.id)?.(data.answer);
    }

    /** @param {string} type @param {Record<string, unknown>} [more] @returns {Promise<any>} */
    function ask(type, more = {}) {
      const target = frame?.contentWindow;
      if (!target) throw new Error('The Payment Element is not mounted.');
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        target.postMessage({ ...more, type, id }, base);
      });
    }

    const element = {
      /** @param {string | HTMLElement} place */
      mount(place) {
        const host = typeof place === 'string' ? document.querySelector(place) : place;
        if (!host) throw new Error('The place to mount to does not exist.');
        const { locale = 'auto' } = options;
        frame = newFrame('/stripe/elements', { key, locale }, 'Secure payment input frame');
        Object.assign(frame.style, { width: '100%', height: '188px', border: '0', display: 'block' });
        frame.onerror = () => emit('loaderror', { error: { type: 'api_connection_error' } });
        addEventListener('message', hear);
        host.replaceChildren(frame);
      },
      unmount() {
        removeEventListener('message', hear);
        frame?.remove();
        frame = null;
      },
      destroy: () => element.unmount(),
      update: () => {},
      focus: () => frame?.focus(),
      /** @param {string} type @param {(event: any) => void} listener */
      on(type, listener) {
        listeners.set(type, [...(listeners.get(type) ?? []), listener]);
        return element;
      },
      off: () => element,
    };
    return { element, ask };
  }

  /** @param {unknown} amount */
  function checkAmount(amount) {
    if (!Number.isInteger(amount) || Number(amount) <= 0)
      throw new Error(
        `Invalid value for elements(): amount should be a positive whole number, not ${amount}.`,
      );
  }

  /** Elements by the object that the page was given, with what the page must not see. */
  const groups = new WeakMap();

  /** @param {string} key @param {any} [settings] */
  function Stripe(key, settings = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('A publishable key is needed.');
    return {
      /** @param {any} options */
      elements(options) {
        if (options?.mode !== 'payment' || !/^[a-z]{3}$/.test(options.currency ?? ''))
          throw new Error('The stand-in knows mode "payment" with a currency in small letters.');
        checkAmount(options.amount);
        const group = { ...options, made: /** @type {any} */ (null), isSubmitted: false };
        const elements = {
          /** @param {string} type */
          create(type) {
            if (type !== 'payment') throw new Error(`The stand-in knows no element "${type}".`);
            group.made = newElement(key, { locale: options.locale ?? settings.locale });
            return group.made.element;
          },
          getElement: () => group.made?.element ?? null,
          /** @param {any} change */
          async update(change) {
            if (change.amount !== undefined) checkAmount(change.amount);
            Object.assign(group, change);
          },
          fetchUpdates: async () => ({}),
          async submit() {
            const answer = await group.made.ask('submit');
            group.isSubmitted = !answer.error;
            return answer;
          },
        };
        groups.set(elements, group);
        return elements;
      },
      /** @param {any} asked */
      async confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
        const group = groups.get(elements);
        if (!group?.isSubmitted)
          throw new Error('elements.submit() must be called before stripe.confirmPayment().');
        if (!URL.canParse(confirmParams?.return_url)) throw new Error('return_url must be an address.');
        const answer = await group.made.ask('confirm', { secret: clientSecret });
        const end = await afterActions(answer, clientSecret);
        if (!end.error && redirect !== 'if_required') location.assign(confirmParams.return_url);
        return end;
      },
      /** @param {{clientSecret: string}} asked */
      handleNextAction: async ({ clientSecret }) => outcome(await askBank(clientSecret)),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    };
  }

  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
})();
