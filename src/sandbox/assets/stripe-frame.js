// The Payment Element's frame: the card's fields, checked and confirmed here. The number never leaves this origin.
import { complain, cvc, expiry, form, isComplete, number, tidy } from './card-fields.js';

const host = /** @type {HTMLElement} */ (document.getElementById('frame'));
const query = new URLSearchParams(location.search);
const parentOrigin = query.get('origin') ?? '';
const key = query.get('key') ?? '';

/** @param {Record<string, unknown>} message */
const tell = (message) => parent.postMessage({ stripe: 'element', ...message }, parentOrigin);

form.addEventListener('input', () => {
  tidy();
  complain('');
  tell({ type: 'change', complete: isComplete() });
});
form.addEventListener('submit', (event) => event.preventDefault());

/** @param {string} code @param {string} message @param {HTMLInputElement} field */
function incomplete(code, message, field) {
  complain(message, field);
  return { error: { type: 'validation_error', code, message } };
}

function check() {
  if (number.value.replace(/\D/g, '').length < 13)
    return incomplete('incomplete_number', 'Your card number is incomplete.', number);
  if (!/^(0[1-9]|1[0-2]) \/ \d\d$/.test(expiry.value))
    return incomplete('incomplete_expiry', "Your card's expiration date is incomplete.", expiry);
  if (cvc.value.length < 3)
    return incomplete('incomplete_cvc', "Your card's security code is incomplete.", cvc);
  return { selectedPaymentMethod: 'card' };
}

/** @param {string} secret */
async function confirm(secret) {
  const [id = ''] = secret.split('_secret_');
  const [month = '', year = ''] = expiry.value.split(' / ');
  const body = new URLSearchParams({
    key,
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number.value,
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': cvc.value,
  });
  try {
    const answer = await fetch(`/v1/payment_intents/${encodeURIComponent(id)}/confirm`, {
      method: 'POST',
      body,
    });
    const said = await answer.json();
    if (answer.ok) return { paymentIntent: said };
    return { error: said.error ?? { type: 'api_error', message: 'An error occurred.' } };
  } catch {
    return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } };
  }
}

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || origin !== parentOrigin) return;
  const { type, id } = data ?? {};
  if (type === 'submit') tell({ type: 'answer', id, answer: check() });
  if (type === 'confirm') tell({ type: 'answer', id, answer: await confirm(String(data.secret)) });
});

// The frame is as tall as its content; the kit sets the height.
new ResizeObserver(() =>
  tell({ type: 'height', height: Math.ceil(host.getBoundingClientRect().height) }),
).observe(host);
tell({ type: 'ready' });
