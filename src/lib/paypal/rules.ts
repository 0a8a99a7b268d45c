/** Where and when the PayPal button shows (R23, R24, R60). Pure. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';

/** The shop's account as it is answered; limits are inclusive, in the currency itself, and null binds nothing. */
export type PayPalConfig = NonNullable<CallData<Endpoints['GET /api/v1/paypal/multiple']>>;

/** Surfaces with a button. The recommend modal counts as the product page it stands in for (R23). */
export type PayPalPlace = 'bag' | 'detail' | 'modal' | 'checkout';

/** R64. */
export const entrances: Readonly<Record<PayPalPlace, 1 | 2 | 3 | 4>> = {
  bag: 1,
  detail: 2,
  checkout: 3,
  modal: 4,
};

export interface Visibility {
  config: PayPalConfig | null;
  isAvailable: boolean;
  /** GET /pay/method/sequence; null before it is known. */
  startsHidden: boolean | null;
  /** A payment failed before (`failed_pay`): buttons then do not start hidden. */
  hasFailedPay: boolean;
  place: PayPalPlace;
  /** Running total in the currency itself; null while it is not known. */
  total: number | null;
}

/** Whether the button shows: allowed there, available, not hidden by the sequence, total within the limits. */
export function isButtonShown({
  config,
  isAvailable,
  startsHidden,
  hasFailedPay,
  place,
  total,
}: Visibility): boolean {
  if (!config || !isAvailable || startsHidden === null) return false;
  if (startsHidden && !hasFailedPay) return false;
  if (!config.express_pay_show.includes(place === 'modal' ? 'detail' : place)) return false;
  // At checkout the amount is final: the button stays and the limit dialog explains (R23).
  return place === 'checkout' || total === null || !isOutsideLimits(total, config);
}
