/** The provider's own id of an attempt: stored by the first caller that learns it. */
import type { Queryable } from '../../db/database.ts';
import { liveStates, type Payment } from '../attempts/payment.ts';
import { changePayment, findByRef } from './payments.ts';

/**
 * The attempt that a provider's payment belongs to, with its reference stored. The answer to a charge, its webhook and
 * reconciliation may all bring it at the same time: one conditional update writes it, in whatever state the attempt is.
 *
 * An attempt whose reference another one has is the same payment, written down twice by an earlier version of the shop:
 * it ends here, and the other one is returned.
 */
export async function attemptOf(db: Queryable, payment: Payment, ref: string, now: number): Promise<Payment> {
  if (payment.providerRef !== '' || ref === '') return payment;
  await db
    .updateTable('payments')
    .set({ provider_ref: ref, updated_at: now })
    .where('id', '=', payment.id)
    .where('provider_ref', '=', '')
    // The index would refuse a second one; this way nothing has to be caught.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as other')
            .select('other.id')
            .where('other.provider', '=', payment.provider)
            .where('other.provider_ref', '=', ref),
        ),
      ),
    )
    .execute();
  const owner = await findByRef(db, payment.provider, ref);
  if (!owner) return payment;
  if (owner.id === payment.id) return { ...payment, providerRef: ref };
  const change = { state: 'failed', reason: `Recorded as attempt ${owner.attempt} of the order.` } as const;
  await changePayment(db, payment.id, liveStates, change, now);
  return owner;
}
