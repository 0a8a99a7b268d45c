import { announce } from '#lib/announce.ts';
import type { Words } from '#lib/bag/shop-words.ts';

/** A full bag refuses (R14): told by what is fetched for it, and at least said where that cannot be had. */
export function refuse(pressed: HTMLElement, words: Words): void {
  import('./tell.ts').then(
    ({ tellFull }) => tellFull(pressed, words),
    () => announce(words.text('purchaseMaxItemsMsg')),
  );
}
