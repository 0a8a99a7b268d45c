/** What lines would cost in a bag of their own: reckoned by the shop, never here (design 2). */
import { addBundle, type Change } from '#lib/bag/changes.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { checkoutGroups } from '#lib/bag/request.ts';
import { type Bag, emptyBag } from '#lib/bag/stored-bag.ts';
import { api } from '#lib/contract/client.ts';
import { randomId } from '#lib/random-id.ts';

type Params = (string | number)[];

export interface SetPrice {
  origin: number;
  pay: number;
  /** What the promotion says of it: the next step, or its title. */
  hint: { desc: string; params: Params };
  /** 1 achieved, 2 not yet, 0 not an offer of the shop now. */
  status: 0 | 1 | 2;
}

/** One set of lines sold together under a code; null when the shop cannot be asked. */
export function priceSet(lines: readonly NewLine[], code: string): Promise<SetPrice | null> {
  return price(addBundle(lines, code, 1, randomId));
}

/** @param add puts them into an empty bag */
export async function price(add: Change): Promise<SetPrice | null> {
  const bag: Bag = add(emptyBag);
  const answer = await api('POST /api/v2/cart/discount', { body: { checkouts: checkoutGroups(bag) } });
  if (answer.code !== 0 || !answer.data) return null;
  const { checkout_items: groups, total_pay_amount: pay, total_discount_amount: discount } = answer.data;
  const offer = groups[0]?.discount;
  return {
    origin: Math.round((pay + discount) * 100) / 100,
    pay,
    hint: { desc: offer?.desc ?? '', params: offer?.params ?? [] },
    status: offer?.status ?? 0,
  };
}
