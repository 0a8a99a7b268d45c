/** A card's hover views: a second picture, or the variant of the thumbnail under the pointer (CARD-05). */

import { getShopData } from '#client/page/page-shop.ts';
import { getStrikethroughPrice } from '#lib/catalog/product-card-view.ts';
import type { WireImage } from '#lib/contract/product.ts';
import { findDisplayCurrency, findShopCurrency } from '#lib/currency/config.ts';
import { formatDisplayPrice } from '#lib/currency/display.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';
import { fetchQuickAddProduct } from './fetch-quick-add-product.ts';

/** The server's `data-second` by card frame; '' for none. */
const initialSecondPictures = new WeakMap<HTMLElement, string>();

/** The thumbnail whose picture covers a frame. */
const laid = new WeakMap<HTMLElement, string>();

/** The latest thumbnail requested per card: late responses for others are dropped. */
const requestedUrls = new WeakMap<HTMLElement, string>();

/** Adds the second picture above the first; the stylesheet shows it while the card is hovered. */
export function addHoverImage(card: HTMLElement): void {
  const frame = frameOf(card);
  const [id, width, color] = frame?.dataset.second?.split(' ') ?? [];
  if (!frame || !id) return;
  frame.dataset.second = '';
  lay(frame, { id, width: Number(width), height: 0, alt: '', color: color ?? '' }, 'card-second');
}

/** Shows a thumbnail's variant: its picture, its price, and links that lead to it. */
export async function showThumb(card: HTMLElement, thumb: HTMLInputElement): Promise<void> {
  requestedUrls.set(card, thumb.value);
  const frame = frameOf(card);
  if (thumb.defaultChecked) return restore(card, frame);
  leadTo(card, thumb.value);
  const quick = await fetchQuickAddProduct(Number(card.dataset.product));
  if (!quick || !frame || requestedUrls.get(card) !== thumb.value || laid.get(frame) === thumb.value) return;
  const { options, variants } = quick.product;
  const variant = variants.find(({ id }) => id === Number(thumb.value));
  if (variant) {
    const { salePrice, compareAtPrice = null, originalPrice } = variant;
    showPrice(card, salePrice, getStrikethroughPrice(salePrice, compareAtPrice, originalPrice));
  }
  const value = options
    .flatMap(({ values }) => values)
    .find((candidate) => candidate.value === thumb.getAttribute('aria-label'));
  const { picture, second } = value ?? {};
  // A value without a picture keeps the card's own.
  clear(frame, picture ? second : undefined);
  if (picture) lay(frame, picture, 'card-chosen');
  else frame.dataset.second = initialSecondPictures.get(frame) ?? '';
  laid.set(frame, thumb.value);
  // The pointer may have moved on to the picture before the response arrived.
  if (card.matches(':hover') && !card.querySelector('.card-choice:hover')) addHoverImage(card);
}

/** Returns to the clicked thumbnail, or to the server's state. */
export function endThumbnailPreview(card: HTMLElement): void {
  const clicked = card.querySelector<HTMLInputElement>('.thumb :checked');
  if (clicked) return void showThumb(card, clicked);
  requestedUrls.delete(card);
  restore(card, frameOf(card));
}

function restore(card: HTMLElement, frame: HTMLElement | null): void {
  leadTo(card, null);
  restorePrice(card);
  if (!frame) return;
  clear(frame);
  frame.dataset.second = initialSecondPictures.get(frame) ?? '';
}

function frameOf(card: HTMLElement): HTMLElement | null {
  const frame = card.querySelector<HTMLElement>('.card-frame');
  if (frame && !initialSecondPictures.has(frame))
    initialSecondPictures.set(frame, frame.dataset.second ?? '');
  return frame;
}

/** Removes the pictures above the card's own. @param second hover picture of the next one */
function clear(frame: HTMLElement, second?: WireImage): void {
  laid.delete(frame);
  for (const over of frame.querySelectorAll('.card-over')) over.remove();
  frame.dataset.second = second ? `${second.id} ${second.width} ${second.color}` : '';
}

function lay(frame: HTMLElement, picture: WireImage, name: string): void {
  const sizes = frame.querySelector('source')?.sizes ?? '';
  const element = document.createElement('picture');
  element.className = `card-picture card-over ${name}`;
  for (const format of ['avif', 'webp'] as const) {
    const source = document.createElement('source');
    source.type = `image/${format}`;
    source.sizes = sizes;
    source.srcset = getImageSources(picture, format, 800).srcset;
    element.append(source);
  }
  const image = document.createElement('img');
  image.alt = '';
  element.append(image);
  image.src = getImageSources(picture, 'jpeg', 800).src;
  // Above existing pictures, below the badge.
  [...frame.querySelectorAll('.card-picture')].at(-1)?.after(element);
  image.decode().then(
    () => {
      element.dataset.ready = '';
    },
    () => element.remove(),
  );
}

/** @param variant id; null restores the server's links */
function leadTo(card: HTMLElement, variant: string | null): void {
  for (const link of card.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.dataset.own ??= link.href;
    const address = new URL(link.dataset.own);
    if (variant) address.searchParams.set('variant', variant);
    link.href = address.pathname + address.search;
  }
}

/** The server's price element, while a variant's price replaces it. */
const written = new WeakMap<HTMLElement, Element>();

/** @param was struck-through price; null for none */
function showPrice(card: HTMLElement, amount: number, was: number | null): void {
  const before = card.querySelector('.price');
  // The template repeats the markup of components/Price.astro, once per page.
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

function restorePrice(card: HTMLElement): void {
  const serverPrice = written.get(card);
  if (serverPrice) card.querySelector('.price')?.replaceWith(serverPrice);
  written.delete(card);
}

/** Writes in the page's own currency; mount-prices.ts converts the amount before it is painted. */
function write(digits: HTMLElement | null, amount: number): void {
  if (!digits) return;
  const { currency } = getShopData();
  const minor = roundToMinorUnits(amount, findShopCurrency(currency).currency);
  digits.dataset.amount = String(amount);
  digits.textContent = formatDisplayPrice(minor, currency, findDisplayCurrency(currency, null));
}
