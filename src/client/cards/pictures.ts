/** Hover images of a product card: the card's second image, or the variant of the hovered thumbnail (CARD-05). */

import { getShopData } from '#client/page/page-shop.ts';
import { getStrikethroughPrice } from '#lib/catalog/product-card-view.ts';
import type { WireImage } from '#lib/contract/product.ts';
import { findDisplayCurrency, findShopCurrency } from '#lib/currency/config.ts';
import { formatDisplayPrice } from '#lib/currency/display.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { getImageSources } from '#lib/pages/image-sources.ts';
import { fetchQuickAddProduct } from './fetch-quick-add-product.ts';

/** The server-rendered `data-second` (hover image) of each card frame; '' for none. */
const initialSecondPictures = new WeakMap<HTMLElement, string>();

/** Per card frame, the value of the thumbnail whose image currently covers the frame. */
const laid = new WeakMap<HTMLElement, string>();

/** Latest thumbnail requested per card; late responses for other thumbnails are ignored. */
const requestedUrls = new WeakMap<HTMLElement, string>();

/** Adds the hover image on top of the card's image; CSS makes it visible while the card is hovered. */
export function addHoverImage(card: HTMLElement): void {
  const frame = frameOf(card);
  const [id, width, color] = frame?.dataset.second?.split(' ') ?? [];
  if (!frame || !id) return;
  frame.dataset.second = '';
  lay(frame, { id, width: Number(width), height: 0, alt: '', color: color ?? '' }, 'card-second');
}

/** Switches a card to a thumbnail's variant: image, price and links. */
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
  // An option value without an image leaves the card's image in place.
  clear(frame, picture ? second : undefined);
  if (picture) lay(frame, picture, 'card-chosen');
  else frame.dataset.second = initialSecondPictures.get(frame) ?? '';
  laid.set(frame, thumb.value);
  // The pointer may have moved from the thumbnail to the image before the response arrived.
  if (card.matches(':hover') && !card.querySelector('.card-choice:hover')) addHoverImage(card);
}

/** Ends a thumbnail preview: restores the variant of the clicked thumbnail, if any, or else the server-rendered card. */
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

/** Removes the images on top of the card's image. @param second hover image of the thumbnail that is displayed next */
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
  // Insert the new image above the existing images but below the badge.
  [...frame.querySelectorAll('.card-picture')].at(-1)?.after(element);
  image.decode().then(
    () => {
      element.dataset.ready = '';
    },
    () => element.remove(),
  );
}

/** Points the card's links to a variant. @param variant id; null restores the server-rendered links */
function leadTo(card: HTMLElement, variant: string | null): void {
  for (const link of card.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.dataset.own ??= link.href;
    const address = new URL(link.dataset.own);
    if (variant) address.searchParams.set('variant', variant);
    link.href = address.pathname + address.search;
  }
}

/** Server-rendered price element of each card whose price is replaced by a variant's price. */
const written = new WeakMap<HTMLElement, Element>();

/** Displays a variant's price on a card. @param was struck-through price; null for none */
function showPrice(card: HTMLElement, amount: number, was: number | null): void {
  const before = card.querySelector('.price');
  // The page contains one price template, rendered by components/Price.astro.
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

/** Writes a price in the shop's first display currency; mount-prices.ts converts it to the shopper's currency before it is painted. */
function write(digits: HTMLElement | null, amount: number): void {
  if (!digits) return;
  const { currency } = getShopData();
  const minor = roundToMinorUnits(amount, findShopCurrency(currency).currency);
  digits.dataset.amount = String(amount);
  digits.textContent = formatDisplayPrice(minor, currency, findDisplayCurrency(currency, null));
}
