/** Says which amounts PayPal takes; shown instead of making an order (PPX-13 to PPX-15). */
import { formatMoney, usdFormat } from '#lib/money/format.ts';
import { fromWire } from '#lib/money/minor.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';
import { defaultTexts, fill } from '#lib/text.ts';

/** `PayPal accepts orders from $1.00 to $500.00`; a limit that is not set is left out. */
export function limitText(config: PayPalConfig): string {
  const { currency, min_amount, max_amount } = config;
  const format = currency === 'USD' ? usdFormat : { ...usdFormat, format: `{{amount}} ${currency}` };
  const money = (amount: number) => formatMoney(fromWire(amount, currency), currency, format);
  if (max_amount === null) return `PayPal accepts orders from ${money(min_amount ?? 0)}`;
  return fill(defaultTexts.paypalLimit, { min: money(min_amount ?? 0), max: money(max_amount) });
}

/** Opens a modal dialog; it goes away when it is closed, and the focus goes back to where it was. */
export function showLimitDialog(config: PayPalConfig): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'paypal-limit';
  const words = document.createElement('p');
  words.textContent = limitText(config);
  words.id = 'paypal-limit-text';
  dialog.setAttribute('aria-labelledby', words.id);
  const form = document.createElement('form');
  form.method = 'dialog';
  const close = document.createElement('button');
  close.className = 'button';
  close.textContent = 'OK';
  form.append(close);
  dialog.append(words, form);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
