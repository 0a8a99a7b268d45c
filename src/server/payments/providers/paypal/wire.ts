/** Parses the parts of PayPal's responses that the shop needs, and converts PayPal's amounts, which are decimal strings. */
import { z } from 'zod';
import { currencyDigits, parseAmount } from '#lib/money/minor.ts';
import type { PaymentState, ProviderPayment } from '../../../core/payment-provider.ts';

const amount = z.object({ currency_code: z.string(), value: z.string() });
const movement = z.object({ id: z.string(), status: z.string(), amount: amount.optional() });

export const tokenResponseSchema = z.object({ access_token: z.string(), expires_in: z.number() });

export const captureResponseSchema = movement;

export const orderResponseSchema = z.object({
  id: z.string(),
  status: z.string(),
  intent: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        amount: amount.optional(),
        payee: z.object({ merchant_id: z.string().optional() }).optional(),
        custom_id: z.string().optional(),
        shipping: z
          .object({
            name: z.object({ full_name: z.string().optional() }).optional(),
            address: z.record(z.string(), z.string()).optional(),
          })
          .optional(),
        payments: z
          .object({ captures: z.array(movement).optional(), authorizations: z.array(movement).optional() })
          .optional(),
      }),
    )
    .min(1),
  payer: z
    .object({
      email_address: z.string().optional(),
      name: z.object({ given_name: z.string().optional(), surname: z.string().optional() }).optional(),
      phone: z
        .object({ phone_number: z.object({ national_number: z.string().optional() }).optional() })
        .optional(),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});
export type OrderResponse = z.output<typeof orderResponseSchema>;

/** PayPal's error response: `{details: [{issue}]}`. */
const errorAnswer = z.object({ details: z.array(z.object({ issue: z.string() })).min(1) });

/** Returns the first issue code of a PayPal error response; '' if there is none. */
export function getPayPalIssue(body: unknown): string {
  const parsed = errorAnswer.safeParse(body);
  return parsed.success ? parsed.data.details[0]!.issue : '';
}

const captureStates: Record<string, PaymentState> = {
  COMPLETED: 'captured',
  PARTIALLY_REFUNDED: 'captured',
  REFUNDED: 'refunded',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'failed',
};
const authorizationStates: Record<string, PaymentState> = {
  CREATED: 'authorized',
  PENDING: 'pending',
  DENIED: 'declined',
  VOIDED: 'expired',
  EXPIRED: 'expired',
};
const orderStates: Record<string, PaymentState> = { APPROVED: 'approved', VOIDED: 'expired' };

/** Converts a PayPal order to a payment. The latest capture, if any, determines the state and the amount. */
export function parsePayPalOrder(order: OrderResponse): ProviderPayment {
  const unit = order.purchase_units[0]!;
  const capture = unit.payments?.captures?.at(-1);
  const authorization = unit.payments?.authorizations?.at(-1);
  const state =
    (capture && (captureStates[capture.status] ?? 'pending')) ??
    (authorization && (authorizationStates[authorization.status] ?? 'pending')) ??
    orderStates[order.status] ??
    'created';
  const payPalAmount = capture?.amount ?? unit.amount;
  const approve = order.links?.find((link) => link.rel === 'payer-action' || link.rel === 'approve');
  return {
    ref: order.id,
    state,
    amount: payPalAmount ? parsePayPalAmount(payPalAmount) : 0,
    currency: payPalAmount?.currency_code ?? '',
    payee: unit.payee?.merchant_id ?? '',
    ...(unit.custom_id ? { requestId: unit.custom_id } : {}),
    ...(order.intent === 'AUTHORIZE' ? { isAuthorization: true } : {}),
    ...(capture ? { captureRef: capture.id } : {}),
    ...(approve ? { redirectUrl: approve.href } : {}),
    ...(state === 'declined' ? { reason: 'PayPal declined the payment.' } : {}),
    payer: payerOf(order),
  };
}

function payerOf(order: OrderResponse): NonNullable<ProviderPayment['payer']> {
  const { payer } = order;
  const shipping = order.purchase_units[0]!.shipping;
  const payerName = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ');
  const name = shipping?.name?.full_name ?? payerName;
  const phone = payer?.phone?.phone_number?.national_number;
  return {
    ...(payer?.email_address ? { email: payer.email_address } : {}),
    ...(name ? { name } : {}),
    ...(phone ? { phone } : {}),
    ...(shipping?.address ? { address: shipping.address } : {}),
  };
}

/** Currencies in which PayPal accepts only whole units. */
const wholeOnly = new Set(['JPY', 'HUF', 'TWD']);

interface PayPalAmount {
  currency_code: string;
  value: string;
}

/**
 * Converts minor units to PayPal's format: 1234 USD → `{USD, '12.34'}`, 1234 JPY → `{JPY, '1234'}`.
 * @param minor integer minor units
 * @throws RangeError for a fraction that PayPal does not accept in this currency
 */
export function toPayPalAmount(minor: number, currency: string): PayPalAmount {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} is not an amount`);
  const digits = currencyDigits(currency);
  const text = String(minor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  if (!wholeOnly.has(currency)) {
    return { currency_code: currency, value: digits > 0 ? `${whole}.${fraction}` : whole };
  }
  if (Number(fraction) !== 0) throw new RangeError(`PayPal takes only whole ${currency}`);
  return { currency_code: currency, value: whole };
}

/** Converts a PayPal amount to minor units. @throws RangeError if the value is not a valid amount in its currency */
export function parsePayPalAmount({ value, currency_code }: PayPalAmount): number {
  const minor = parseAmount(value, currency_code);
  if (minor === null || minor < 0) throw new RangeError(`"${value}" is not an amount of ${currency_code}`);
  return minor;
}
