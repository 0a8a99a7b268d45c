/** Says which amounts PayPal takes; shown instead of making an order (PPX-13 to PPX-15). */
import type { Words } from '#lib/bag/shop-words.ts';
import { formatMoney, usdFormat } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';

/** `PayPal accepts orders from $1.00 to $500.00`; a limit that is not set is left out. */
export function limitText(config: PayPalConfig, text: Words['text']): string {
  const { currency, min_amount, max_amount } = config;
  const format = currency === 'USD' ? usdFormat : { ...usdFormat, format: `{{amount}} ${currency}` };
  const money = (amount: number) => formatMoney(shownMinor(amount, currency), currency, format);
  const min = money(min_amount ?? 0);
  return max_amount === null
    ? text('payPalLeast', { min })
    : text('paypalLimit', { min, max: money(max_amount) });
}

/** Opens a modal dialog; it goes away when it is closed, and the focus goes back to where it was. */
export function showLimitDialog(config: PayPalConfig, text: Words['text']): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'paypal-limit';
  const words = document.createElement('p');
  words.textContent = limitText(config, text);
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
