/** Refunds captured payments that their order cannot use, e.g. because it was cancelled or already paid. */
import { z } from 'zod';
import { readEmailShopData } from '../../mail/email-shop-data.ts';
import { autoRefundReasons } from '../../orders/parcel-and-refund-mails.ts';
import { defineJobHandler, type JobHandlers } from '../../queue/job.ts';
import { changePayment, findPaymentByRef } from '../stores/payments.ts';
import type { RefundJob } from './settle.ts';
import { markOrderRefunded } from './settle.ts';

const payload = z.object({
  orderNo: z.string(),
  provider: z.string(),
  providerRef: z.string(),
  captureRef: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  reason: z.string(),
  // `cause` is missing in jobs that an earlier version queued.
  cause: z.enum(autoRefundReasons).default('late'),
}) satisfies z.ZodType<RefundJob>;

const refund = defineJobHandler(payload, async (job, { services }) => {
  const provider = services.payments.get(job.provider);
  if (!provider)
    throw new Error(
      `The provider "${job.provider}" is not configured, so the refund was not sent. Set its keys; Atoll then tries again.`,
    );
  const payment = await findPaymentByRef(services.db.read, job.provider, job.providerRef);
  if (payment) {
    await changePayment(
      services.db.write,
      payment.id,
      ['captured'],
      { state: 'refunding', reason: job.reason },
      services.now(),
    );
  }
  const requestId = `refund-${job.captureRef}`;
  const { ref } = await provider.refund(job.captureRef, job.amount, job.currency, requestId);
  const shop = await readEmailShopData(services);
  const now = services.now();
  await services.db.transaction(async (trx) => {
    if (payment) {
      await changePayment(
        trx,
        payment.id,
        ['captured', 'refunding'],
        { state: 'refunded', refundRef: ref },
        now,
      );
    }
    await markOrderRefunded(trx, shop, job, now);
  });
});

// The shop owes this money to the shopper, so the job must survive a provider that is down for a day or has no keys for a week.
refund.isOwed = true;

export const refundJobs: JobHandlers = { refund };
