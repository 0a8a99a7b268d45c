/** What the shop's surfaces call. The bag is stored, and the badge painted, when these return. */

import type { Bag } from '#lib/bag/bag-codec.ts';
import { isFull } from '#lib/bag/capacity.ts';
import * as changes from '#lib/bag/changes.ts';
import { declinedGiftKey, isGift, type Line, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';
import { changeBag, rereadBag } from './store.ts';

export type AddResult = { isAdded: true; bag: Bag } | { isAdded: false; reason: 'full' };

/** Puts lines into the bag together, the first of them foremost: all, or none where it already holds 99 pieces (R14, ADD-18). */
export function addLines(lines: readonly NewLine[]): AddResult {
  const adds = lines.map((line) => changes.add(line, randomId));
  return addUnlessFull((bag) => adds.reduceRight((before, add) => add(before), bag));
}

/** Puts sets of a bundle into the bag under its code (LINE-16, LINE-17), with the same limit. */
export function addBundle(lines: readonly NewLine[], code: string, sets: number): AddResult {
  return addUnlessFull(changes.addBundle(lines, code, sets, randomId));
}

/** Takes a line out; a gift is not to come back (R108). */
export function removeLine(line: Line): void {
  const remove = changes.remove(line);
  changeBag(isGift(line) ? changes.declining(remove, declinedGiftKey(line), Date.now()) : remove);
}

/**
 * Sets pieces of a line, or sets of a bundle.
 * @returns false when a full bag refuses more (R14)
 */
export function setQuantity(line: Line, quantity: number): boolean {
  return changeUnless((bag) => changes.isTooMany(bag, line, quantity), changes.setQuantity(line, quantity))
    .isDone;
}

export function selectLines(lines: readonly Line[], isSelected: boolean): void {
  changeBag(changes.select(lines, isSelected));
}

export function setCoupon(code: string, manner?: changes.CouponManner): void {
  changeBag(changes.setCoupon(code, manner));
}

/** Takes the coupon away: it is not to fill itself in again (R102). */
export function declineCoupon(code: string): void {
  changeBag(changes.declining(changes.setCoupon(''), `coupon ${code}`, Date.now()));
}

/**
 * Takes a confirmed order's lines out of the bag: once, whichever tabs call it and however often.
 * @param lines the bag's lines as they were ordered; without them the whole bag was ordered
 */
export async function clearOrdered(orderNo: string, lines?: readonly Line[]): Promise<void> {
  await rereadBag();
  changeBag((bag) => changes.clearOrdered(orderNo, lines ?? bag.lines)(bag));
}

function addUnlessFull(add: changes.Change): AddResult {
  const { isDone, bag } = changeUnless(({ lines }) => isFull(lines), add);
  return isDone ? { isAdded: true, bag } : { isAdded: false, reason: 'full' };
}

/** Judged once: what was accepted stays so when it is put back into a bag that another tab has filled meanwhile (R14). */
function changeUnless(
  isRefusedBy: (bag: Bag) => boolean,
  change: changes.Change,
): { isDone: boolean; bag: Bag } {
  let isRefused: boolean | undefined;
  const bag = changeBag((current) => {
    isRefused ??= isRefusedBy(current);
    return isRefused ? current : change(current);
  });
  return { isDone: !isRefused, bag };
}
