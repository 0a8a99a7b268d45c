/** The amount that a shopper approved at PayPal before the checkout added shipping and tax. */
import type { Checkout } from '../checkout/checkout.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Returns the amount of the checkout's express payment in minor units (R64). Returns null if there is none, if it belongs to
 * another visitor, or if its currency differs: neither a guessed id nor a checkout link may reveal another shopper's payment.
 * @param visitorHash hash of the caller's `visitor` cookie; null if there is no cookie
 */
export async function readPayPalAmount(
  db: Queryable,
  { choices }: Checkout,
  currency: string,
  visitorHash: string | null,
): Promise<number | null> {
  if (choices.paypalOrderId === '' || !visitorHash) return null;
  const row = await db
    .selectFrom('payments')
    .select('amount')
    .where('provider', '=', 'paypal')
    .where('provider_ref', '=', choices.paypalOrderId)
    .where('visitor_hash', '=', visitorHash)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.amount ?? null;
}
