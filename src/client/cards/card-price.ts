/** A card's price while one of its thumbnails is looked at; what the server wrote comes back afterwards. */
import { pageShop } from '#client/page-shop.ts';
import { ownCurrency, shownCurrency } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { shownMinor } from '#lib/money/minor.ts';

/** The price that the server wrote, while another stands in its place. */
const written = new WeakMap<HTMLElement, Element>();

/** @param was struck through; null for none */
export function showPrice(card: HTMLElement, amount: number, was: number | null): void {
  const before = card.querySelector('.price');
  // Markup of components/Price.astro, written once a page.
  const template = document.querySelector<HTMLTemplateElement>('#card-price');
  const price = (template?.content.cloneNode(true) as DocumentFragment | undefined)?.querySelector('.price');
  if (!before || !price) return;
  write(price.querySelector<HTMLElement>('.price-now [data-amount]'), amount);
  write(price.querySelector<HTMLElement>('.price-was [data-amount]'), was ?? 0);
  if (was === null) {
    for (const part of price.querySelectorAll('.price-was, .price-now .visually-hidden')) part.remove();
    price.classList.remove('price-sale');
  }
  if (!written.has(card)) written.set(card, before);
  before.replaceWith(price);
}

export function restorePrice(card: HTMLElement): void {
  const own = written.get(card);
  if (own) card.querySelector('.price')?.replaceWith(own);
  written.delete(card);
}

/** In the currency the page was written in: another one is written over it before it is painted (currency/mount-prices.ts). */
function write(digits: HTMLElement | null, amount: number): void {
  if (!digits) return;
  const { currency } = pageShop();
  const minor = shownMinor(amount, ownCurrency(currency).currency);
  digits.dataset.amount = String(amount);
  digits.textContent = displayMoney(minor, currency, shownCurrency(currency, null));
}
