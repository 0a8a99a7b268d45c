// The card form, in two places: in a frame of the shop's checkout (it hands out a token) and on the gateway's own page
// (it pays and goes back). The number never leaves this origin.
import { complain, cvc, expiry, form, isComplete, number, tidy } from './card-fields.js';

const host = /** @type {HTMLElement} */ (document.getElementById('frame'));
const query = new URLSearchParams(location.search);
const parentOrigin = query.get('origin') ?? '';
/** The gateway whose form this is, '' for the card gateway's own. */
const provider = query.get('provider') ?? '';
const isFramed = parent !== window && parentOrigin !== '';

/** @param {Record<string, unknown>} message */
const tell = (message) => isFramed && parent.postMessage({ card: true, ...message }, parentOrigin);

/** Looks like the fields of the page around it. @param {Record<string, string>} look its tokens by name */
function wear(look = {}) {
  for (const [name, value] of Object.entries(look))
    if (name.startsWith('--')) document.documentElement.style.setProperty(name, String(value));
}

form.addEventListener('input', () => {
  tidy();
  complain('');
  tell({ type: 'state', complete: isComplete() });
});

/** @param {string} path @param {Record<string, string>} body */
async function post(path, body) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** A token for the fields as they stand, or the reason why not. */
async function tokenise() {
  if (number.value === '') return { error: 'Enter the card number.', field: number };
  if (expiry.value === '') return { error: 'Enter the expiry date.', field: expiry };
  if (cvc.value === '') return { error: 'Enter the security code.', field: cvc };
  const made = await post('/gateway/v1/tokens', {
    number: number.value,
    expiry: expiry.value,
    cvc: cvc.value,
  });
  if (!made.error) return made;
  const field = /expiry/.test(made.error) ? expiry : /security/.test(made.error) ? cvc : number;
  return { error: made.error, field };
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isFramed) {
    tell({ type: 'submit' });
    return;
  }
  const made = await tokenise();
  if (made.error) {
    complain(made.error, made.field);
    return;
  }
  const { secret = '', return: back = '/' } = host.dataset;
  const paid = await post('/gateway/v1/confirm', { client_secret: secret, card_token: made.token });
  location.assign(paid.redirect_url || back);
});

addEventListener('message', async (event) => {
  if (!isFramed || event.source !== parent || event.origin !== parentOrigin) return;
  const { type, id } = event.data ?? {};
  if (type === 'look') wear(event.data.look);
  if (type === 'clear') {
    number.value = '';
    cvc.value = '';
    complain('');
  }
  if (type === 'check') {
    const unchecked = () => ({ error: 'The card cannot be checked. Try again.' });
    const checked = await post(`/${provider}/gateway/card-check`, { jwt: event.data.jwt }).catch(unchecked);
    tell(checked.error ? { type: 'error', id, message: checked.error } : { ...checked, type: 'checked', id });
    return;
  }
  if (type !== 'tokenise' && type !== 'confirm') return;
  const unreached = () => ({ error: 'The card service did not answer. Try again.', field: number });
  const { error, field, ...made } = await tokenise().catch(unreached);
  if (error) {
    complain(error, field);
    tell({ type: 'error', id, message: error });
    return;
  }
  if (type === 'tokenise') {
    tell({ type: 'token', id, ...made });
    return;
  }
  const secret = { client_secret: event.data.client_secret, card_token: made.token };
  const paid = await post('/gateway/v1/confirm', secret).catch(unreached);
  if (paid.error) tell({ type: 'error', id, message: paid.error });
  else tell({ ...paid, type: 'confirmed', payment: paid.id, id });
});

if (isFramed) {
  // The frame is as tall as its content; the page sets the height.
  new ResizeObserver(() =>
    tell({ type: 'height', height: Math.ceil(host.getBoundingClientRect().height) }),
  ).observe(host);
  tell({ type: 'ready' });
}
