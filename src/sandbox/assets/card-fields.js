// The three fields of a card form, tidied while they are typed in.
export const form = /** @type {HTMLFormElement} */ (document.getElementById('card'));
const problem = /** @type {HTMLElement} */ (document.getElementById('problem'));
/** @type {HTMLInputElement[]} */
const fields = [...form.querySelectorAll('input')];
export const [number, expiry, cvc] = /** @type {[HTMLInputElement, HTMLInputElement, HTMLInputElement]} */ (
  fields
);

export const isComplete = () =>
  number.value.replace(/\D/g, '').length >= 13 &&
  /^\d\d \/ \d\d$/.test(expiry.value) &&
  cvc.value.length >= 3;

/** @param {string} message @param {HTMLInputElement} [field] */
export function complain(message, field) {
  problem.textContent = message;
  for (const input of fields) input.setAttribute('aria-invalid', String(input === field));
  if (message && field) field.focus();
}

export function tidy() {
  const digits = number.value.replace(/\D/g, '').slice(0, 19);
  number.value = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  const date = expiry.value.replace(/\D/g, '').slice(0, 4);
  expiry.value = date.length > 2 ? `${date.slice(0, 2)} / ${date.slice(2)}` : date;
  cvc.value = cvc.value.replace(/\D/g, '');
}
