/** Asks the server what a coupon would do to this bag (DISC-07). Fetched with the field for it. */
import { api } from '#client/api.ts';
import { $bag } from '#client/bag/store.ts';
import { checkoutGroups } from '#lib/bag/request.ts';
import { codes } from '#lib/contract/codes.ts';

export type CouponOutcome =
  | { kind: 'applies' }
  /** It would make the discount smaller: the shopper decides (R102). */
  | { kind: 'asks' }
  /** `reason` is a key of the bag's words, null where only the server's `message` says why. */
  | { kind: 'refused'; reason: RefusalText | null; message: string };

type RefusalText = 'codeUnknown' | 'codeConditions' | 'codeUsedUp';

const reasons: Readonly<Record<number, RefusalText>> = {
  [codes.couponUnknown]: 'codeUnknown',
  [codes.couponConditions]: 'codeConditions',
  [codes.couponUsedUp]: 'codeUsedUp',
};

/** @param isConfirmed the shopper agreed to a smaller discount */
export async function tryCoupon(coupon: string, isConfirmed: boolean): Promise<CouponOutcome> {
  const checkout_items = checkoutGroups($bag.get());
  const body = { checkout_items, coupon, is_do_second_confirm: isConfirmed ? (1 as const) : (0 as const) };
  const answer = await api('POST /api/v2/checkouts/discount', { body });
  if (answer.code !== codes.ok || !answer.data) {
    return { kind: 'refused', reason: reasons[answer.code] ?? null, message: answer.msg };
  }
  return { kind: answer.data.need_second_confirm ? 'asks' : 'applies' };
}
