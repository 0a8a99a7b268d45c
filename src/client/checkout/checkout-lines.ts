/** Stores the bag lines of each checkout until its order is paid and the lines leave the bag: an order does not contain their ids. */

import type { Line } from '#lib/bag/line.ts';
import type { UnitsByLineId } from '#lib/checkout/ordered-lines.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeLocalStorage } from '../stores/storage.ts';

const key = 'checkout_lines';
/** Maximum number of stored checkouts; for older ones, bag lines are matched by the order's items. */
const maxCheckouts = 10;

/**
 * Stores the bag lines of a checkout.
 * @param token token of the checkout
 * @param lines all lines of the bag; only selected ones are stored
 */
export function storeCheckoutLines(
  token: string,
  lines: readonly Pick<Line, 'is_selected' | 'random_id' | 'quantity'>[],
): void {
  const sent = lines.filter((line) => line.is_selected).map((line) => [line.random_id, line.quantity]);
  const others = read().filter(([other]) => other !== token);
  safeLocalStorage.set(key, JSON.stringify([...others, [token, sent]].slice(-maxCheckouts)));
}

/** Returns the stored bag lines of a checkout, or null if this browser has not stored them. */
export function getCheckoutLines(token: string): UnitsByLineId | null {
  const sent = read().find(([other]) => other === token)?.[1];
  return sent ? new Map(sent.filter(isSentLine)) : null;
}

/**
 * Deletes the stored lines of a checkout. Call this once the lines are removed from the bag: the token grants access to the order
 * and must not stay in storage.
 */
export function deleteCheckoutLines(token: string): void {
  safeLocalStorage.set(key, JSON.stringify(read().filter(([other]) => other !== token)));
}

function read(): [token: unknown, lines: unknown[]][] {
  const stored = parseStoredJson(safeLocalStorage.get(key));
  return Array.isArray(stored)
    ? stored.filter((entry) => Array.isArray(entry) && Array.isArray(entry[1]))
    : [];
}

function isSentLine(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && entry[1] > 0;
}
