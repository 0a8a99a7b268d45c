/**
 * The one way into the bag, from whichever surface (ADD-23): product page, card, quick view, recommendations, bundles. First the
 * capacity, then the counts, then what the shop's setting says (R11, R12, R14).
 */
import { type AddResult, addBundle, addLines } from '#lib/bag/actions.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { Bag } from '#lib/bag/stored-bag.ts';
import type { AddedProduct } from '#lib/quick-view/messages.ts';
import { type AddSettings, afterAdding } from '../product/after-adding.ts';
import { refuse } from './refuse.ts';

/** What is added: lines of their own, or so many sets of a bundle, of which they are one. */
export interface Addition {
  lines: readonly NewLine[];
  bundle?: { code: string; sets: number };
}

/**
 * Puts it into the bag and does nothing further.
 * @param pressed the control; it shakes when a full bag refuses
 * @returns the bag with it, null when it was refused: then the shopper was told and nothing has changed (ADD-18)
 */
export function putInBag({ lines, bundle }: Addition, pressed: HTMLElement, words: Words): Bag | null {
  const result: AddResult = bundle ? addBundle(lines, bundle.code, bundle.sets) : addLines(lines);
  if (result.isAdded) return result.bag;
  refuse(pressed, words);
  return null;
}

/** Adds it, and what follows an add in this shop. @returns false when a full bag refused */
export function addToBag(
  addition: Addition,
  pressed: HTMLElement,
  settings: AddSettings,
  words: Words,
): boolean {
  const bag = putInBag(addition, pressed, words);
  if (bag) afterAdding(addedProducts(addition), bag, settings, words);
  return bag !== null;
}

/** As the add-to-cart event names them (API-116). */
export function addedProducts({ lines, bundle }: Addition): AddedProduct[] {
  return lines.map(({ id, sku_id, quantity = 1 }) => ({
    spu_id: id,
    sku_id,
    quantity: Math.min(9999, quantity * (bundle?.sets ?? 1)),
  }));
}
