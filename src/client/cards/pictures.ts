/** Pictures that lie over a card's first one: its second when a mouse rests on it, and those of its thumbnails (CARD-05). */
import type { PictureData } from '#lib/contract/product.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { quickProduct } from './quick-product.ts';

/** Lays the second picture over the first; the style sheet shows it while the card is hovered. */
export function laySecond(card: HTMLElement): void {
  const frame = card.querySelector<HTMLElement>('[data-second]');
  const [id, width, color] = frame?.dataset.second?.split(' ') ?? [];
  if (!frame || !id) return;
  delete frame.dataset.second;
  lay(frame, { id, width: Number(width), height: 0, alt: '', color: color ?? '' }, 'card-second');
}

/** Shows the picture of a thumbnail's value; a value without one leaves the card as it is. */
export async function showThumb(card: HTMLElement, thumb: HTMLInputElement): Promise<void> {
  wanted.set(card, thumb.value);
  const quick = await quickProduct(Number(card.dataset.product));
  const frame = card.querySelector<HTMLElement>('.card-frame');
  if (!frame || wanted.get(card) !== thumb.value) return;
  const value = quick?.product.options
    .flatMap(({ values }) => values)
    .find((known) => known.value === thumb.getAttribute('aria-label'));
  unlay(frame);
  if (value?.picture) lay(frame, value.picture, 'card-chosen');
}

/** Back to the picture of the thumbnail that was clicked, or to the card's own. */
export function endThumbs(card: HTMLElement): void {
  const clicked = card.querySelector<HTMLInputElement>('.thumb :checked');
  if (clicked) return void showThumb(card, clicked);
  wanted.delete(card);
  const frame = card.querySelector<HTMLElement>('.card-frame');
  if (frame) unlay(frame);
}

/** The thumbnail each card is to show: answers that come late are dropped. */
const wanted = new WeakMap<HTMLElement, string>();

function unlay(frame: HTMLElement): void {
  frame.querySelector('.card-chosen')?.remove();
}

function lay(frame: HTMLElement, picture: PictureData, name: string): void {
  const sizes = frame.querySelector('source')?.sizes ?? '';
  const element = document.createElement('picture');
  element.className = `card-picture card-over ${name}`;
  for (const format of ['avif', 'webp'] as const) {
    const source = document.createElement('source');
    source.type = `image/${format}`;
    source.sizes = sizes;
    source.srcset = pictureSource(picture, format, 960).srcset;
    element.append(source);
  }
  const image = document.createElement('img');
  image.alt = '';
  element.append(image);
  image.src = pictureSource(picture, 'jpeg', 960).src;
  frame.querySelector('.card-picture')?.after(element);
  // A picture that cannot be had stays unseen.
  image.decode().then(
    () => {
      element.dataset.ready = '';
    },
    () => element.remove(),
  );
}
