/**
 * Ends what was left open: after a crash, a lost answer or a webhook that never came, every attempt is asked about at
 * its provider until it is paid and recorded, or released: less and less often (poll-delay.ts). Runs in every process; each
 * attempt is asked about by one. What goes wrong with one attempt is its own: the others have their turn all the same.
 */
import { Failure } from '../../core/failure.ts';
import { type PaymentProvider, ProviderError } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { RecurringJob } from '../../queue/job.ts';
import { changePayment, readPayment } from '../stores/payments.ts';
import { openPayments, takeTurnToPoll } from '../stores/polling.ts';
import { advance } from './advance.ts';
import { expireOtherAttempts } from './expire-other-attempts.ts';
import type { AttemptState, Payment } from './payment.ts';

const second = 1000;
/** Each group by itself, so that none waits behind a crowd of another. */
const groups: AttemptState[][] = [['new', 'capturing'], ['approved'], ['created'], ['authorized']];
/** After this a payment page counts as abandoned. Money that comes even later is settled by its webhook. */
const abandonedAfter = 3 * 3600 * second;
const maxPerRun = 50;
/**
 * A run begins nothing further after this: the next one waits for the slowest provider. A payment at the card gateway takes
 * one question (at most maxCallMs), so what was approved at PayPal is taken within a minute whatever the gateway does.
 */
const beginsFor = 5 * second;

export const reconcilePayments: RecurringJob = {
  kind: 'reconcile-payments',
  every: 5 * second,
  run: ({ services, ending }) => reconcile(services, ending),
};

/**
 * Asks about the attempts that have rested long enough, as many as there is time for; the others have their turn in the
 * next run. A provider that is slow or away delays its own attempts only.
 * @param ending once it has ended, no further attempt is asked about: each may take the provider's whole time to answer
 */
async function reconcile(services: Services, ending?: AbortSignal): Promise<void> {
  const until = services.now() + beginsFor;
  const isOver = () => ending?.aborted === true || services.now() >= until;
  const lines = [...services.payments.values()].flatMap((provider) =>
    groups.map((states) => reconcileGroup(services, provider, states, isOver)),
  );
  await Promise.all(lines);
}

async function reconcileGroup(
  services: Services,
  provider: PaymentProvider,
  states: readonly AttemptState[],
  isOver: () => boolean,
): Promise<void> {
  const { read } = services.db;
  for (const payment of await openPayments(read, provider.name, states, services.now(), maxPerRun)) {
    if (isOver()) return;
    await tryOne(services, provider, payment);
  }
}

/** Its next turn is written first, and later than this one was: what fails comes up again less and less often. */
async function tryOne(services: Services, provider: PaymentProvider, payment: Payment): Promise<void> {
  const now = services.now();
  try {
    if (await takeTurnToPoll(services.db.write, payment, now)) {
      await endOne(services, provider, { ...payment, updatedAt: now }, now);
    }
  } catch (error) {
    const about = { err: error, payment: payment.id, provider: provider.name };
    if (error instanceof ProviderError) services.log.warn(about, 'payment provider unreachable');
    else services.log.error(about, 'payment reconciliation failed');
  }
}

async function endOne(
  services: Services,
  provider: PaymentProvider,
  payment: Payment,
  now: number,
): Promise<void> {
  // A shopper who approved an order's payment agreed to pay it; an express approval still waits for the checkout.
  const intent = payment.orderNo !== '' && payment.state !== 'authorized' ? 'agree' : 'look';
  try {
    await advance(services, provider, payment, intent);
  } catch (error) {
    // Stock or coupon are gone, or the order is cancelled: nothing was taken, so the attempt ends here.
    if (!(error instanceof Failure)) throw error;
    // A capture was asked for and not made, else the provider would say so: left as it is it would keep others from paying.
    const change = { state: 'failed', reason: error.message } as const;
    const open = ['new', 'created', 'approved', 'capturing'] as const;
    await changePayment(services.db.write, payment.id, open, change, now);
  }
  await expireOtherAttempts(services, payment.orderNo);
  await abandon(services, payment, now);
}

async function abandon(services: Services, payment: Payment, now: number): Promise<void> {
  if (now - payment.createdAt < abandonedAfter) return;
  const current = await readPayment(services.db.read, payment.id);
  if (current?.state !== 'created' && current?.state !== 'approved') return;
  const change = { state: 'expired', reason: 'Nobody completed the payment.' } as const;
  const changed = await changePayment(services.db.write, payment.id, ['created', 'approved'], change, now);
  if (changed) services.events.outcomes.add({ provider: payment.provider, outcome: 'expired' });
}
