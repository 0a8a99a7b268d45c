/** Decides whether the PayPal button is visible (R23, R24, R60). Pure. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';

/** The shop's PayPal account. Limits are inclusive, in major units of the currency; null means no limit. */
export type PayPalConfig = NonNullable<ResponseData<Endpoints['GET /api/v1/paypal/multiple']>>;

/** Places that can have a PayPal button. The recommendation modal has the same rules as the product page (R23). */
export type PayPalButtonLocation = 'bag' | 'detail' | 'modal' | 'checkout';

/** Entrance numbers in PayPal requests (R64). */
export const paypalEntranceCodes: Readonly<Record<PayPalButtonLocation, 1 | 2 | 3 | 4>> = {
  bag: 1,
  detail: 2,
  checkout: 3,
  modal: 4,
};

export interface PayPalButtonState {
  config: PayPalConfig | null;
  isAvailable: boolean;
  /** Whether buttons are hidden initially, from GET /pay/method/sequence; null until that has loaded. */
  startsHidden: boolean | null;
  /** True if a payment failed before (`failed_pay`): buttons are then not hidden initially. */
  hasFailedPay: boolean;
  place: PayPalButtonLocation;
  /** Current total in major units of the currency; null until it is calculated. */
  total: number | null;
}

/**
 * Returns whether the PayPal button is visible: it must be enabled in this place, available and not hidden initially, and the total must be
 * within the limits.
 */
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
  // At checkout the amount is final: the button stays visible, and the limit dialog explains the problem (R23).
  return place === 'checkout' || total === null || !isOutsideLimits(total, config);
}
