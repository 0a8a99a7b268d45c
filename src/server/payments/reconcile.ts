/**
 * Ends what was left open: after a crash, a lost answer or a webhook that never came, every attempt is asked about at
 * its provider until it is paid and recorded, or released: less and less often (rests.ts). Runs in every process; each
 * attempt is asked about by one.
 */
import { Failure } from '../http/failure.ts';
import type { RecurringJob } from '../jobs/job.ts';
import type { Services } from '../services.ts';
import { advance } from './advance.ts';
import type { AttemptState, Payment } from './payment.ts';
import { ProviderError } from './provider.ts';
import { changePayment, readPayment } from './store.ts';
import { openPayments, takeTurnToAsk } from './turns-store.ts';

const second = 1000;
/** Those that block a shopper come first; each group by itself, so that none waits behind a crowd of another. */
const groups: AttemptState[][] = [['new', 'capturing'], ['approved'], ['created'], ['authorized']];
/** Nobody comes back to a payment page after this. Money that comes even later is settled by its webhook. */
const abandonedAfter = 3 * 3600 * second;
const mostAtOnce = 50;

export const reconcilePayments: RecurringJob = {
  kind: 'reconcile-payments',
  every: 5 * second,
  run: ({ services }) => reconcile(services),
};

/** Asks about every attempt that has rested long enough. */
export async function reconcile(services: Services): Promise<void> {
  const now = services.now();
  for (const states of groups) {
    for (const payment of await openPayments(services.db.read, states, now, mostAtOnce)) {
      if (await takeTurnToAsk(services.db.write, payment, now)) await endOne(services, payment, now);
    }
  }
}

async function endOne(services: Services, payment: Payment, now: number): Promise<void> {
  const provider = services.payments.get(payment.provider);
  if (!provider) return;
  // A shopper who approved an order's payment agreed to pay it; an express approval still waits for the checkout.
  const intent = payment.orderNo !== '' && payment.state !== 'authorized' ? 'agree' : 'look';
  try {
    await advance(services, provider, { ...payment, updatedAt: now }, intent);
  } catch (error) {
    if (error instanceof ProviderError) {
      services.log.warn({ err: error, payment: payment.id }, 'payment provider not reached');
      return;
    }
    // Stock or coupon are gone, or the order is cancelled: nothing was taken, so the attempt ends here.
    if (!(error instanceof Failure)) throw error;
    // A capture was asked for and not made, else the provider would say so: left as it is it would keep others from paying.
    const change = { state: 'failed', reason: error.message } as const;
    const open = ['new', 'created', 'approved', 'capturing'] as const;
    await changePayment(services.db.write, payment.id, open, change, now);
  }
  await abandon(services, payment, now);
}

async function abandon(services: Services, payment: Payment, now: number): Promise<void> {
  if (now - payment.createdAt < abandonedAfter) return;
  const current = await readPayment(services.db.read, payment.id);
  if (current?.state !== 'created' && current?.state !== 'approved') return;
  const change = { state: 'expired', reason: 'Nobody completed the payment.' } as const;
  await changePayment(services.db.write, payment.id, ['created', 'approved'], change, now);
}
