/** PayPal through its REST API, Orders v2 (R60, R90). Our sandbox differs only in its URL and keys. */
import { z } from 'zod';
import type {
  CreatePaymentRequest,
  PaymentProvider,
  ProviderDefinition,
  ProviderDependencies,
  ProviderPayment,
} from '../../../core/payment-provider.ts';
import { createExpiredPayment, nullIfMissing, ProviderRejectedError } from '../call-provider.ts';
import { payPalClient } from './client.ts';
import { type PayPalEnvironment, payPalEnvironment, payPalHosts } from './environment.ts';
import { payPalWebhook } from './webhook.ts';
import {
  captureResponseSchema,
  getPayPalIssue,
  orderResponseSchema,
  parsePayPalOrder,
  toPayPalAmount,
} from './wire.ts';

const nothing = z.unknown();
/** PayPal error codes (issues) which mean that an earlier request already did the work: the order's status has the result. */
const doneBefore = new Set(['ORDER_ALREADY_CAPTURED', 'ORDER_ALREADY_COMPLETED', 'ORDER_ALREADY_AUTHORIZED']);
const declines = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
]);
/** Statuses of a PayPal refund that sent no money. */
const unsent = new Set(['FAILED', 'CANCELLED']);
const authorizedId = orderResponseSchema.transform(
  (order) => order.purchase_units[0]?.payments?.authorizations?.at(-1)?.id ?? null,
);

export const providers: ProviderDefinition[] = [
  {
    name: 'paypal',
    signatureHeaders: [
      'auth-algo',
      'cert-url',
      'transmission-id',
      'transmission-sig',
      'transmission-time',
    ].map((name) => `paypal-${name}`),
    hasKeys: ({ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_ENVIRONMENT }) =>
      Boolean(PAYPAL_CLIENT_ID ?? PAYPAL_CLIENT_SECRET) || PAYPAL_ENVIRONMENT === 'production',
    open(env, outside, sandbox) {
      const paypal = payPalEnvironment(env, sandbox);
      return paypal && payPalProvider(paypal, outside);
    },
    hosts: payPalHosts,
  },
];

export function payPalProvider(paypal: PayPalEnvironment, outside: ProviderDependencies): PaymentProvider {
  const client = payPalClient(paypal, outside);
  const orderPath = (ref: string) => `/v2/checkout/orders/${encodeURIComponent(ref)}`;

  async function status(ref: string): Promise<ProviderPayment> {
    const order = await nullIfMissing(client.call(orderResponseSchema, 'GET', orderPath(ref)));
    return order ? parsePayPalOrder(order) : createExpiredPayment(ref, 'PayPal');
  }

  async function isWholeCapture(captureRef: string, amount: number, currency: string): Promise<boolean> {
    const path = `/v2/payments/captures/${encodeURIComponent(captureRef)}`;
    const capture = await client.call(captureResponseSchema, 'GET', path);
    return capture.amount?.value === toPayPalAmount(amount, currency).value;
  }

  /** Runs a request that captures or authorizes a payment, and interprets PayPal's errors. */
  async function step(ref: string, work: () => Promise<ProviderPayment>): Promise<ProviderPayment> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderRejectedError)) throw error;
      if (error.status === 404) return createExpiredPayment(ref, 'PayPal');
      const issue = getPayPalIssue(error.body);
      if (declines.has(issue))
        return { ...(await status(ref)), state: 'declined', reason: 'PayPal declined the payment.' };
      if (issue === 'ORDER_NOT_APPROVED' || doneBefore.has(issue)) return status(ref);
      if (error.status !== 422) throw error;
      // PayPal will never accept this request, whatever the reason; retrying it would block the order and its stock for ever.
      const current = await status(ref);
      const isUndone = current.state === 'approved' || current.state === 'authorized';
      return isUndone ? { ...current, state: 'failed', reason: 'PayPal rejected the payment.' } : current;
    }
  }

  return {
    name: 'paypal',
    brand: 'PayPal',
    isTest: paypal.isTest,
    authorizes: true,
    hosts: payPalHosts(paypal.web),
    payee: paypal.merchantId,
    takesOnRequest: true,

    async create(request) {
      const body = orderBody(request, paypal.merchantId);
      const order = await client.call(orderResponseSchema, 'POST', '/v2/checkout/orders', {
        body,
        requestId: request.requestId,
      });
      return parsePayPalOrder(order);
    },

    async amend(ref, { amount, currency, orderNo, requestId }) {
      const unit = `/purchase_units/@reference_id=='default'`;
      await client.call(nothing, 'PATCH', orderPath(ref), {
        body: [
          { op: 'replace', path: `${unit}/amount`, value: toPayPalAmount(amount, currency) },
          { op: 'add', path: `${unit}/custom_id`, value: requestId },
          { op: 'add', path: `${unit}/invoice_id`, value: orderNo },
        ],
      });
    },

    authorize: (ref, requestId) =>
      step(ref, async () =>
        parsePayPalOrder(
          await client.call(orderResponseSchema, 'POST', `${orderPath(ref)}/authorize`, {
            body: {},
            requestId,
          }),
        ),
      ),

    async capture(ref, requestId) {
      return step(ref, async () => {
        const authorization = await client.call(authorizedId, 'GET', orderPath(ref));
        if (authorization === null) {
          const order = await client.call(orderResponseSchema, 'POST', `${orderPath(ref)}/capture`, {
            body: {},
            requestId,
          });
          return parsePayPalOrder(order);
        }
        const path = `/v2/payments/authorizations/${encodeURIComponent(authorization)}/capture`;
        await client.call(captureResponseSchema, 'POST', path, { body: {}, requestId });
        return status(ref);
      });
    },

    status,

    /** Always returns null: a PayPal order whose id never reached the shop captures no money, because no shopper can approve it. */
    find: async () => null,

    async refund(captureRef, amount, currency, requestId) {
      const path = `/v2/payments/captures/${encodeURIComponent(captureRef)}/refund`;
      try {
        const made = await client.call(captureResponseSchema, 'POST', path, {
          body: { amount: toPayPalAmount(amount, currency) },
          requestId,
        });
        // PayPal would repeat this response for the same request id, so the refund counts as rejected.
        if (unsent.has(made.status)) throw new ProviderRejectedError(422, made);
        return { ref: made.id };
      } catch (error) {
        // The capture was already fully refunded on PayPal's website. That is the requested result of a full refund, but an error for a
        // partial one.
        const isFullyRefunded =
          error instanceof ProviderRejectedError && getPayPalIssue(error.body) === 'CAPTURE_FULLY_REFUNDED';
        if (isFullyRefunded && (await isWholeCapture(captureRef, amount, currency)))
          return { ref: captureRef };
        throw error;
      }
    },

    ...(paypal.isSandbox && {
      async simulate(ref, end) {
        await client.call(nothing, 'POST', `/v2/sandbox/orders/${encodeURIComponent(ref)}/simulate`, {
          body: { end },
        });
      },
    }),

    webhook: payPalWebhook(paypal, outside),

    async available() {
      try {
        await client.signIn();
        return true;
      } catch {
        // If sign-in fails, PayPal is unavailable and its button is hidden (PPX-09).
        return false;
      }
    },
  };
}

function orderBody(request: CreatePaymentRequest, merchantId: string) {
  const isExpress = request.flow === 'express';
  return {
    intent: request.intent === 'authorize' ? 'AUTHORIZE' : 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: request.requestId,
        description: request.description.slice(0, 127),
        ...(request.orderNo ? { invoice_id: request.requestId } : {}),
        ...(merchantId ? { payee: { merchant_id: merchantId } } : {}),
        amount: toPayPalAmount(request.amount, request.currency),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: request.returnUrl,
          cancel_url: request.cancelUrl,
          user_action: isExpress ? 'CONTINUE' : 'PAY_NOW',
          shipping_preference: isExpress ? 'GET_FROM_FILE' : 'NO_SHIPPING',
        },
      },
    },
  };
}
