/** What the shopper does not want again in this session (R63): gifts that were deleted, coupons that were taken away. */
import { deviceStorage } from '../storage/device-storage.ts';
import { giftKey } from './gift-lines.ts';
import { isGift, type Line } from './line.ts';

const storage = deviceStorage(() => window.sessionStorage);

export interface Declined {
  list(): string[];
  add(key: string): void;
  /** Wanted again: one of the entries goes. */
  remove(key: string): void;
}

function declined(storageKey: string): Declined {
  const list = (): string[] => {
    try {
      const stored: unknown = JSON.parse(storage.get(storageKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
    } catch {
      return [];
    }
  };
  const save = (entries: string[]) => storage.set(storageKey, JSON.stringify(entries.slice(-50)));
  return {
    list,
    add: (key) => save([...list(), key]),
    remove(key) {
      const entries = list();
      const at = entries.indexOf(key);
      if (at >= 0) save(entries.toSpliced(at, 1));
    },
  };
}

/** One entry for each line that was deleted. */
export const declinedGifts = declined('gift_declined');
export const declinedCoupons = declined('coupon_declined');

/** Remembers that the shopper deleted this line, if it is a gift. */
export function declineGift(line: Line): void {
  if (isGift(line)) declinedGifts.add(giftKey(line.extend_params.giftDiscountId, line.sku_id));
}
