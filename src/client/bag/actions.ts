/** Bag operations for UI code. When an operation returns, the bag is stored and the bag icon's count is updated. */

import type { Bag } from '#lib/bag/bag-codec.ts';
import { isBagFull } from '#lib/bag/capacity.ts';
import * as changes from '#lib/bag/changes.ts';
import { declinedGiftKey, isGift, type Line, type NewLine } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';
import { changeBag, rereadBag } from './store.ts';

export type AddResult = { isAdded: true; bag: Bag } | { isAdded: false; reason: 'full' };

/** Adds all lines, the first one at the top of the bag, or none if the bag already holds 99 units (R14, ADD-18). */
export function addLines(lines: readonly NewLine[]): AddResult {
  const adds = lines.map((line) => changes.addBagLine(line, randomId));
  return addUnlessFull((bag) => adds.reduceRight((before, add) => add(before), bag));
}

/** Adds sets of a bundle, grouped by the bundle's code (LINE-16, LINE-17). A full bag rejects them (R14). */
export function addBundle(lines: readonly NewLine[], code: string, sets: number): AddResult {
  return addUnlessFull(changes.addBundle(lines, code, sets, randomId));
}

/** Removes a line; a removed gift is not added again automatically (R108). */
export function removeLine(line: Line): void {
  const remove = changes.removeBagLine(line);
  changeBag(isGift(line) ? changes.withDeclinedEntry(remove, declinedGiftKey(line), Date.now()) : remove);
}

/**
 * Sets the quantity of a line, or the number of sets of a bundle.
 * @returns false when a full bag rejects the increase (R14)
 */
export function setQuantity(line: Line, quantity: number): boolean {
  return changeUnless(
    (bag) => changes.exceedsBagLimit(bag, line, quantity),
    changes.setQuantity(line, quantity),
  ).isDone;
}

export function selectLines(lines: readonly Line[], isSelected: boolean): void {
  changeBag(changes.selectBagLines(lines, isSelected));
}

export function setCoupon(code: string, manner?: changes.CouponOptions): void {
  changeBag(changes.setCoupon(code, manner));
}

/** Removes the coupon and records it as declined, so that it is not applied automatically again (R102). */
export function declineCoupon(code: string): void {
  changeBag(changes.withDeclinedEntry(changes.setCoupon(''), `coupon ${code}`, Date.now()));
}

/**
 * Removes a confirmed order's lines from the bag. Further calls for the same order, also from other tabs, have no effect.
 * @param lines the bag's lines that were ordered; omit to remove all lines
 */
export async function removeOrderedLines(orderNo: string, lines?: readonly Line[]): Promise<void> {
  await rereadBag();
  changeBag((bag) => changes.removeOrderedLines(orderNo, lines ?? bag.lines)(bag));
}

function addUnlessFull(add: changes.BagChange): AddResult {
  const { isDone, bag } = changeUnless(({ lines }) => isBagFull(lines), add);
  return isDone ? { isAdded: true, bag } : { isAdded: false, reason: 'full' };
}

/**
 * Applies a change unless `isRefusedBy` rejects it. Checks only the first time: an accepted change is reapplied on top of another tab's
 * changes, even if these have filled the bag (R14).
 */
function changeUnless(
  isRefusedBy: (bag: Bag) => boolean,
  change: changes.BagChange,
): { isDone: boolean; bag: Bag } {
  let isRefused: boolean | undefined;
  const bag = changeBag((current) => {
    isRefused ??= isRefusedBy(current);
    return isRefused ? current : change(current);
  });
  return { isDone: !isRefused, bag };
}
