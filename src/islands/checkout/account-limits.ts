/** Whether a payment account takes the order's amount (PAY-11, R23): asked once an account, before an order is made. */
import { api } from '#client/api.ts';
import type { PayMethod } from '#lib/checkout/place-order.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { isOutsideLimits } from '#lib/money/limits.ts';

export type AccountLimits = CallData<Endpoints['GET /api/v1/payments/account/order/amount/limit']>;

const known = new Map<string, AccountLimits>();

/** @returns null where the shop does not say: it checks the amount again itself */
async function limitsOf({ account_id, provider }: PayMethod): Promise<AccountLimits | null> {
  const key = `${provider} ${account_id}`;
  const before = known.get(key);
  if (before) return before;
  const call = { query: { account_id, account_type: provider } };
  const answer = await api('GET /api/v1/payments/account/order/amount/limit', call, { jumpLogin: false });
  if (answer.code !== 0 || !answer.data) return null;
  known.set(key, answer.data);
  return answer.data;
}

/**
 * The limits that the amount is outside of, null when it is within.
 * @param method null for an order that costs nothing
 * @param amount in the currency itself
 */
export async function brokenLimits(method: PayMethod | null, amount: number): Promise<AccountLimits | null> {
  const limits = method && (await limitsOf(method));
  return limits && isOutsideLimits(amount, limits) ? limits : null;
}
