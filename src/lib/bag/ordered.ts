/** Remembers what went to a checkout, so that exactly that leaves the bag when its order is confirmed. */
import { deviceStorage } from '../storage/device-storage.ts';
import { clearOrdered } from './actions.ts';
import type { Line } from './line.ts';
import { decodeBag, emptyBag, encodeBag } from './stored-bag.ts';

const storage = deviceStorage(() => window.localStorage);
const key = 'checkout_bags';
/** Checkouts that may still be paid in some tab. */
const remembered = 5;

/** Keeps the selected lines of a bag under the token of the checkout made from them. */
export function rememberCheckout(token: string, lines: readonly Line[]): void {
  const bag = encodeBag({ ...emptyBag, lines: lines.filter((line) => line.is_selected) });
  const entries = [...readAll().filter(([other]) => other !== token), [token, bag]];
  storage.set(key, JSON.stringify(entries.slice(-remembered)));
}

/**
 * Takes a paid checkout's lines out of the bag; once an order, in whichever tab it is told. A checkout that was not made
 * from the bag (buy now) takes nothing.
 */
export async function clearPaidCheckout(orderNo: string, token: string): Promise<void> {
  const entry = readAll().find(([other]) => other === token);
  if (entry) await clearOrdered(orderNo, decodeBag(entry[1]).lines);
}

function readAll(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(storage.get(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is [string, string] =>
        Array.isArray(entry) && entry.every((part) => typeof part === 'string'),
    );
  } catch {
    return [];
  }
}
