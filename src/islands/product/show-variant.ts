/** Writes the chosen variant into the page: price, stock, address, picture, and which values can still be chosen. */

import { changePicture } from '#client/gallery.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { isReachable } from '#lib/catalog/variant-table.ts';
import { type ShownVariant, shownVariant } from '#lib/pages/shown-variant.ts';
import { chosenRow, chosenValues, customPrice, isShown } from './choice.ts';
import { fewPieces } from './live-variants.ts';
import type { ProductData } from './product-data.ts';

/** @param isChoice true when the shopper has just chosen: then address and picture follow */
export function showVariant(
  form: HTMLFormElement,
  product: ProductData,
  words: Words,
  isChoice: boolean,
): void {
  const choice = chosenValues(form, product);
  const row = chosenRow(form, product);
  const skuId = product.variants.sku_id[row];
  markOptions(form, product, choice);
  markCustomOptions(form, product);
  if (skuId === undefined) return;
  const shown = shownVariant(product, String(skuId));
  const extra = customPrice(form, product);
  showPrice(shown.price + extra, shown.was === null ? null : shown.was + extra, words);
  showStock(form, product, shown, words);
  const sku = document.getElementById('sku');
  if (sku) sku.textContent = shown.sku;
  if (!isChoice || form.dataset.variant === String(skuId)) return;
  form.dataset.variant = String(skuId);
  const address = new URL(location.href);
  address.searchParams.set('variant', String(skuId));
  history.replaceState(history.state, '', address);
  if ((product.variants.picture[row] ?? -1) >= 0) changePicture(shown.picture);
}

/** Values that lead to no variant with the others chosen are disabled; the heading names the chosen one (PDP-02). */
function markOptions(form: HTMLFormElement, product: ProductData, choice: number[]): void {
  for (const group of form.querySelectorAll<HTMLElement>('[data-option]')) {
    const option = Number(group.dataset.option);
    const name = group.querySelector('[data-chosen]');
    if (name) name.textContent = product.options[option]?.values[choice[option] ?? -1]?.value ?? '';
    for (const radio of group.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
      const value = Number(radio.value);
      const isPossible = isReachable(product.variants, choice, option, value);
      radio.disabled = !isPossible;
      const isOnSale = isReachable(product.variants, choice, option, value, true);
      radio.parentElement?.classList.toggle('option-sold-out', isPossible && !isOnSale);
    }
  }
}

/** Options hidden by their show_rule take no part: their fields are disabled too. */
function markCustomOptions(form: HTMLFormElement, product: ProductData): void {
  for (const group of form.querySelectorAll<HTMLElement>('[data-custom]')) {
    const isOn = isShown(group.dataset.custom ?? '', new FormData(form), product);
    group.hidden = !isOn;
    for (const field of group.querySelectorAll<HTMLInputElement>('input,select')) field.disabled = !isOn;
  }
}

function showPrice(price: number, was: number | null, words: Words): void {
  const place = document.getElementById('price');
  if (!place) return;
  const wrapper = element('span', was === null ? 'price' : 'price price-sale');
  const now = element('span', 'price-now');
  if (was !== null) now.append(element('span', 'visually-hidden', `${words.text('priceNow')} `));
  now.append(amount(price, words));
  wrapper.append(now);
  if (was !== null) {
    const before = element('s', 'price-was');
    before.append(element('span', 'visually-hidden', `${words.text('priceBefore')} `), amount(was, words));
    wrapper.append(' ', before);
  }
  place.replaceChildren(wrapper);
}

function showStock(
  form: HTMLFormElement,
  product: ProductData,
  { isOnSale, skuId }: Pick<ShownVariant, 'isOnSale' | 'skuId'>,
  words: Words,
): void {
  const left = product.left?.get(skuId);
  const isFew = isOnSale && !product.isPreSale && left !== undefined && left <= fewPieces;
  const stock = form.querySelector('#stock');
  if (stock) {
    stock.textContent = isFew
      ? words.text('fewLeft', { count: left })
      : words.text(product.isPreSale ? 'preOrderHint' : isOnSale ? 'inStockHint' : 'soldOutHint');
    stock.classList.toggle('stock-out', !isOnSale);
  }
  const [button, ...others] = form.querySelectorAll<HTMLButtonElement>('button[type=submit]');
  if (!button) return;
  for (const each of [button, ...others]) each.disabled = !isOnSale;
  const label = words.text(isOnSale ? (product.isPreSale ? 'preOrder' : 'addToBag') : 'soldOut');
  const said = isOnSale ? label : element('span', 'sold-out-text', label);
  if (button.textContent?.trim() !== label) button.replaceChildren(said);
}

function amount(value: number, words: Words): HTMLElement {
  const rounded = Math.round(value * 100) / 100;
  const span = element('span', '', words.money(rounded));
  span.dataset.amount = String(rounded);
  return span;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
