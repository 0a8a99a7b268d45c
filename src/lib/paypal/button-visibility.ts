/** Visibility of the PayPal button (R23, R24, R60). Pure. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';

/** The shop's PayPal account; limits are inclusive, in the currency itself, and null means no limit. */
export type PayPalConfig = NonNullable<ResponseData<Endpoints['GET /api/v1/paypal/multiple']>>;

/** Surfaces with a button. The recommend modal has the same rules as the product page (R23). */
export type PayPalButtonLocation = 'bag' | 'detail' | 'modal' | 'checkout';

/** R64. */
export const paypalEntranceCodes: Readonly<Record<PayPalButtonLocation, 1 | 2 | 3 | 4>> = {
  bag: 1,
  detail: 2,
  checkout: 3,
  modal: 4,
};

export interface PayPalButtonState {
  config: PayPalConfig | null;
  isAvailable: boolean;
  /** From GET /pay/method/sequence; null until it has loaded. */
  startsHidden: boolean | null;
  /** A payment failed before (`failed_pay`): buttons then do not start hidden. */
  hasFailedPay: boolean;
  place: PayPalButtonLocation;
  /** Current total in the currency itself; null until it is calculated. */
  total: number | null;
}

/** Returns whether the button shows: enabled here, available, not hidden by the sequence, and the total within the limits. */
export function isPayPalButtonVisible({
  config,
  isAvailable,
  startsHidden,
  hasFailedPay,
  place,
  total,
}: PayPalButtonState): boolean {
  if (!config || !isAvailable || startsHidden === null) return false;
  if (startsHidden && !hasFailedPay) return false;
  if (!config.express_pay_show.includes(place === 'modal' ? 'detail' : place)) return false;
  // At checkout the amount is final: the button stays and the limit dialog explains the problem (R23).
  return place === 'checkout' || total === null || !isOutsideLimits(total, config);
}
