/**
 * Stripe: its Payment Element confirms PaymentIntents in the page (R90, docs/merchant/payments-stripe.md). Our sandbox differs only in its
 * URL and keys.
 */
import { toStripeAmount } from '#lib/money/stripe-amount.ts';
import {
  type PaymentProvider,
  type ProviderDefinition,
  type ProviderDependencies,
  ProviderError,
  type ProviderPayment,
} from '../../../core/payment-provider.ts';
import { createExpiredPayment, nullIfMissing, ProviderRejectedError } from '../call-provider.ts';
import { getStripeErrorCode, stripeClient } from './client.ts';
import { type StripeEnvironment, stripeEnvironment, stripeHosts } from './environment.ts';
import { stripeWebhook } from './webhook.ts';
import {
  accountResponseSchema,
  type IntentResponse,
  intentResponseSchema,
  parsePaymentIntent,
  refundListResponseSchema,
  refundResponseSchema,
} from './wire.ts';

const expand = ['latest_charge'];

interface Account {
  /** Account id; '' if a restricted API key may not read it. */
  id: string;
  takesCharges: boolean;
}

export const providers: ProviderDefinition[] = [
  {
    name: 'stripe',
    signatureHeaders: ['stripe-signature'],
    hasKeys: ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }) =>
      Boolean(STRIPE_SECRET_KEY ?? STRIPE_PUBLISHABLE_KEY ?? STRIPE_WEBHOOK_SECRET),
    open(env, outside, sandbox) {
      const stripe = stripeEnvironment(env, sandbox);
      return stripe && stripeProvider(stripe, outside);
    },
    hosts: stripeHosts,
  },
];

function stripeProvider(stripe: StripeEnvironment, outside: ProviderDependencies): PaymentProvider {
  const client = stripeClient(stripe, outside.fetch);
  let account: Account | null = null;

  /** Returns the account that the secret key belongs to, cached. Payments must go to this account. */
  async function getAccount(): Promise<Account> {
    account ??= await readAccount();
    return account;
  }

  async function readAccount(): Promise<Account> {
    try {
      const { id, charges_enabled } = await client.request(accountResponseSchema, ({ accounts }) =>
        accounts.retrieveCurrent(),
      );
      return { id, takesCharges: charges_enabled !== false };
    } catch (error) {
      if (error instanceof ProviderRejectedError && error.status === 403)
        return { id: '', takesCharges: true };
      throw error;
    }
  }

  const read = async (intent: IntentResponse) => parsePaymentIntent(intent, (await getAccount()).id);

  async function status(ref: string): Promise<ProviderPayment> {
    const intent = await nullIfMissing(
      client.request(intentResponseSchema, ({ paymentIntents }) => paymentIntents.retrieve(ref, { expand })),
    );
    return intent ? read(intent) : createExpiredPayment(ref, 'Stripe');
  }

  return {
    name: 'stripe',
    isTest: stripe.isTest,
    authorizes: true,
    cardRank: stripe.isSandbox ? 1 : 3,
    browserParts: (flow) =>
      flow === 'kit'
        ? { kit: { public_key: stripe.publishableKey, script_url: stripe.script, environment: '' } }
        : undefined,
    hosts: stripeHosts(stripe.script && new URL(stripe.script).origin),
    flows: ['kit'],
    get payee() {
      return account?.id ?? '';
    },

    async create({ amount, currency, requestId, orderNo, description, intent }) {
      const params = {
        amount: inStripeUnits(amount, currency),
        currency: currency.toLowerCase(),
        automatic_payment_methods: { enabled: true },
        description,
        metadata: { order_no: orderNo, request_id: requestId },
        ...(intent === 'authorize' ? { capture_method: 'manual' as const } : {}),
      };
      return read(
        await client.request(intentResponseSchema, ({ paymentIntents }) =>
          paymentIntents.create(params, { idempotencyKey: requestId }),
        ),
      );
    },

    /** Captures an authorized payment. If Stripe captured the payment when the shopper confirmed it, only fetches the status. */
    async capture(ref, requestId) {
      const before = await status(ref);
      if (before.state !== 'authorized') return before;
      try {
        return await read(
          await client.request(intentResponseSchema, ({ paymentIntents }) =>
            paymentIntents.capture(ref, { expand }, { idempotencyKey: requestId }),
          ),
        );
      } catch (error) {
        if (!(error instanceof ProviderRejectedError) || ![400, 402].includes(error.status)) throw error;
        const after = await status(ref);
        // Stripe will never accept this capture; retrying it would block the order and its stock for ever.
        return after.state === 'authorized'
          ? { ...after, state: 'failed', reason: 'Stripe rejected the payment.' }
          : after;
      }
    },

    status,

    /**
     * Always returns null: confirming an intent requires the client secret from the response that created it. If that response was lost,
     * the intent captures no money.
     */
    find: async () => null,

    async refund(captureRef, amount, currency, requestId) {
      const of = captureRef.startsWith('pi_') ? { payment_intent: captureRef } : { charge: captureRef };
      // Stripe deletes idempotency keys after a day, so look for this refund among the earlier refunds first.
      const earlier = await client.request(refundListResponseSchema, ({ refunds }) =>
        refunds.list({ ...of, limit: 100 }),
      );
      const existing = earlier.data.find(
        (refund) => refund.metadata?.request_id === requestId && isSent(refund),
      );
      if (existing) return { ref: existing.id };
      try {
        const made = await client.request(refundResponseSchema, ({ refunds }) =>
          refunds.create(
            { ...of, amount: inStripeUnits(amount, currency), metadata: { request_id: requestId } },
            { idempotencyKey: requestId },
          ),
        );
        if (!isSent(made)) throw new ProviderError(`Stripe could not refund the payment (${made.id}).`);
        return { ref: made.id };
      } catch (error) {
        const isDone =
          error instanceof ProviderRejectedError && getStripeErrorCode(error) === 'charge_already_refunded';
        if (isDone) return { ref: captureRef };
        throw error;
      }
    },

    webhook: stripeWebhook(stripe, client, outside.now),

    async available() {
      try {
        return (await getAccount()).takesCharges;
      } catch {
        // Treat a failed request as an unavailable account: the checkout then offers other payment methods.
        return false;
      }
    },
  };
}

/**
 * Converts minor units to the unit that Stripe uses for this currency.
 * @throws ProviderError instead of RangeError: no request was sent, and the shopper can choose another payment method
 */
function inStripeUnits(minor: number, currency: string): number {
  try {
    return toStripeAmount(minor, currency);
  } catch (error) {
    throw new ProviderError((error as Error).message);
  }
}

const isSent = ({ status }: { status?: string | null | undefined }) =>
  status !== 'failed' && status !== 'canceled';
