/**
 * Resolves payment attempts left open by a crash, a lost response or a missing webhook. It polls the provider about each attempt, at
 * growing intervals (poll-delay.ts), until the attempt is recorded as paid or has ended. It runs in every process, but only one process
 * polls an attempt at a time. An error in one attempt does not affect the others.
 */
import { Failure } from '../../core/failure.ts';
import { type PaymentProvider, ProviderError } from '../../core/payment-provider.ts';
import type { Services } from '../../core/services.ts';
import type { RecurringJob } from '../../queue/job.ts';
import { changePayment, readPayment } from '../stores/payments.ts';
import { claimPoll, readPaymentsToPoll } from '../stores/polling.ts';
import { advancePayment } from './advance.ts';
import { expireOtherAttempts } from './expire-other-attempts.ts';
import type { AttemptState, Payment } from './payment.ts';

const second = 1000;
/** Groups of attempt states that are polled separately, so that a long queue in one group does not delay the others. */
const groups: AttemptState[][] = [['new', 'capturing'], ['approved'], ['created'], ['authorized']];
/** Time after which an unfinished payment counts as abandoned, ms. If it is captured even later, the provider's webhook settles it. */
const abandonedAfter = 3 * 3600 * second;
const maxPerRun = 50;
/**
 * Time after which a run starts no further polls, ms. It is short because the next run starts only after the slowest provider has responded
 * to this one. One poll of the card gateway takes one request (at most maxCallMs), so even if the card gateway is slow, an approved PayPal
 * payment is captured within a minute.
 */
const beginsFor = 5 * second;

export const paymentReconciliationJob: RecurringJob = {
  kind: 'reconcile-payments',
  every: 5 * second,
  run: ({ services, ending }) => reconcile(services, ending),
};

/**
 * Polls as many due payment attempts as time allows; the next run continues with the rest. A slow or unreachable provider delays only its
 * own attempts.
 * @param ending signal; once it is aborted, no further poll starts, because a poll may take as long as the provider's timeout
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
  for (const payment of await readPaymentsToPoll(read, provider.name, states, services.now(), maxPerRun)) {
    if (isOver()) return;
    await tryOne(services, provider, payment);
  }
}

/**
 * Polls one attempt. Stores the time of the next poll first, so that even an attempt whose polls always fail is polled at growing
 * intervals.
 */
async function tryOne(services: Services, provider: PaymentProvider, payment: Payment): Promise<void> {
  const now = services.now();
  try {
    if (await claimPoll(services.db.write, payment, now)) {
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
  // A shopper who approved the payment of an order has agreed to pay. An express payment without an order is not captured yet.
  const intent = payment.orderNo !== '' && payment.state !== 'authorized' ? 'confirm' : 'inspect';
  try {
    await advancePayment(services, provider, payment, intent);
  } catch (error) {
    // Stock or coupon is no longer available, or the order was cancelled. Nothing was captured, so the attempt fails.
    if (!(error instanceof Failure)) throw error;
    // Fail the attempt: the provider reports no capture, and an attempt that stayed `capturing` would block every other payment of the
    // order.
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
  const change = { state: 'expired', reason: 'The shopper did not complete the payment.' } as const;
  const changed = await changePayment(services.db.write, payment.id, ['created', 'approved'], change, now);
  if (changed) services.events.outcomes.add({ provider: payment.provider, outcome: 'expired' });
}
