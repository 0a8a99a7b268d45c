/** Writes a sum with what it was before; the digits follow the shopper's currency (client/currency/mount-prices.ts). */
import type { Words } from '#lib/bag/shop-words.ts';
import type { OfferWords } from './words.ts';

export function amount(value: number, words: Words): HTMLElement {
  const span = document.createElement('span');
  span.dataset.amount = String(value);
  span.textContent = words.money(value);
  return span;
}

/** A text of which `{amount}` is an amount of money. */
export function withAmount(text: string, value: number, words: Words): (string | Node)[] {
  const [before = '', after = ''] = text.split('{amount}');
  return [before, amount(value, words), after];
}

/** `Together $120.00 instead of $140.00`, and below it what the promotion says. */
export function showSum(
  place: HTMLElement,
  sum: { origin: number; pay: number; note: string },
  words: Words,
  own: OfferWords,
): void {
  const total = document.createElement('b');
  total.append(...withAmount(own.text('offerTogether'), sum.pay, words));
  const parts: (string | Node)[] = [total];
  if (sum.pay < sum.origin) {
    const before = document.createElement('span');
    before.className = 'quiet';
    before.append(...withAmount(own.text('offerInstead'), sum.origin, words));
    parts.push(' ', before);
  }
  if (sum.note) {
    const note = Object.assign(document.createElement('span'), { className: 'set-note small' });
    note.textContent = sum.note;
    parts.push(note);
  }
  place.replaceChildren(...parts);
}
