/** Where and when the PayPal button shows (R23, R24, R60). Pure. */

export interface PayPalConfig {
  id: string;
  account_type: 1 | 2;
  client_id: string;
  auth_type: 1 | 2;
  domain: string;
  express_pay_show: ('bag' | 'detail' | 'checkout')[];
  /** Inclusive, in the currency itself; null binds nothing. */
  min_amount: number | null;
  max_amount: number | null;
  is_paypal_authorize: boolean;
  product_title: string;
  test_mode: boolean;
  sdk_url: string;
  currency: string;
}

/** Surfaces with a button. The recommend modal counts as the product page it stands in for (R23). */
export type PayPalPlace = 'bag' | 'detail' | 'modal' | 'checkout';

/** R64. */
export const entrances: Readonly<Record<PayPalPlace, 1 | 2 | 3 | 4>> = {
  bag: 1,
  detail: 2,
  checkout: 3,
  modal: 4,
};

/** Whether the amount is outside the account's limits. */
export function isOutsideLimits(
  amount: number,
  config: Pick<PayPalConfig, 'min_amount' | 'max_amount'>,
): boolean {
  const { min_amount, max_amount } = config;
  return (min_amount !== null && amount < min_amount) || (max_amount !== null && amount > max_amount);
}

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
