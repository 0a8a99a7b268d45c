// Stand-in for PayPal's v6 browser kit (`/web-sdk/v6/core`): the calls a shop makes, with the same names, order of
// events and side effects on the page (an overlay with its own styles, a popup), so that a page's policy is put to the test.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL(script.src).origin;
  const overlayId = 'paypal-sandbox-overlay';

  /** @param {() => void} focus @param {() => void} cancel */
  function showOverlay(focus, cancel) {
    const host = document.createElement('div');
    host.id = overlayId;
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host{position:fixed;inset:0;z-index:2147483647;display:grid;place-content:center;gap:12px;background:rgb(0 0 0/.72);color:#fff;font:16px system-ui;text-align:center}button{font:inherit;padding:8px 16px}',
    );
    root.adoptedStyleSheets = [sheet];
    const text = document.createElement('p');
    text.textContent = 'Finish in the PayPal window.';
    const again = document.createElement('button');
    again.textContent = 'Show the window';
    again.addEventListener('click', focus);
    const close = document.createElement('button');
    close.textContent = 'Cancel';
    close.addEventListener('click', cancel);
    root.append(text, again, close);
    document.body.append(host);
  }

  const hideOverlay = () => document.getElementById(overlayId)?.remove();

  /** @param {string} code @param {string} message */
  const failure = (code, message) =>
    Object.assign(new Error(message), {
      code,
      name: 'PayPalError',
      isRecoverable: code === 'ERR_POPUP_BLOCKED',
    });

  /** @param {any} options */
  function createPayPalOneTimePaymentSession(options) {
    /** @type {Window | null} */
    let popup = null;
    let timer = 0;
    let isOver = false;

    function stop() {
      isOver = true;
      clearInterval(timer);
      removeEventListener('message', hear);
      hideOverlay();
      popup?.close();
    }

    /** @param {{orderId?: string, payerId?: string, state: string}} result */
    async function finish(result) {
      if (isOver) return;
      stop();
      if (result.state === 'approved') {
        await options.onApprove?.({
          orderId: result.orderId,
          payerId: result.payerId,
          fundingSource: 'paypal',
        });
      } else {
        options.onCancel?.({ orderId: result.orderId });
      }
      options.onComplete?.({ paymentSessionState: result.state });
    }

    /** @param {MessageEvent} event */
    function hear(event) {
      if (event.origin === base && event.source === popup && event.data?.paypal === 'result')
        finish(event.data);
    }

    return {
      /** @param {any} [mode] @param {Promise<{orderId: string}>} [order] */
      async start(mode = { presentationMode: 'auto' }, order) {
        isOver = false;
        const orderPromise = order ?? Promise.resolve({ orderId: options.orderId });
        if (mode.presentationMode === 'redirect') {
          const { orderId } = await orderPromise;
          const redirectURL = `${base}/checkoutnow?token=${encodeURIComponent(orderId)}`;
          if (mode.autoRedirect?.enabled === false) return { redirectURL };
          location.assign(redirectURL);
          return undefined;
        }
        // Opened before anything is awaited: a browser allows a window only while it handles the click.
        popup = window.open('', 'paypal-checkout', 'popup,width=480,height=720');
        if (!popup) throw failure('ERR_POPUP_BLOCKED', 'The browser did not open the window.');
        addEventListener('message', hear);
        if (mode.fullPageOverlay?.enabled !== false) {
          showOverlay(
            () => popup?.focus(),
            () => finish({ state: 'canceled' }),
          );
        }
        try {
          const { orderId } = await orderPromise;
          popup.location.href = `${base}/checkoutnow?popup=1&token=${encodeURIComponent(orderId)}`;
          timer = setInterval(() => popup?.closed && finish({ orderId, state: 'canceled' }), 500);
        } catch (error) {
          stop();
          options.onError?.(error);
          options.onComplete?.({ paymentSessionState: 'error' });
        }
        return undefined;
      },
      hasReturned: () => new URLSearchParams(location.search).has('PayerID'),
      async resume() {
        const query = new URLSearchParams(location.search);
        await options.onApprove?.({
          orderId: query.get('token'),
          payerId: query.get('PayerID'),
          fundingSource: 'paypal',
        });
      },
      cancel: () => finish({ state: 'canceled' }),
      destroy: stop,
    };
  }

  /** @param {any} options */
  async function createInstance(options) {
    if (!options?.clientId && !options?.clientToken) throw failure('INVALID_CLIENT', 'clientId is missing.');
    return {
      findEligibleMethods: async () => ({
        isEligible: /** @param {string} method */ (method) => method === 'paypal',
        getDetails: () => ({ canBeVaulted: false }),
      }),
      updateLocale: () => {},
      createPayPalOneTimePaymentSession,
    };
  }

  Object.assign(window, { paypal: { version: '6.0.0', createInstance } });
})();
