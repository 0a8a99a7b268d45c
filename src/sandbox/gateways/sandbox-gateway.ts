/** Interface of the simulated gateways in this folder, and helpers that they share. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Sandbox } from '../context.ts';
import { createPayment } from '../gateway-api.ts';
import type { Row } from '../ledger.ts';

export interface SandboxGateway {
  /** The gateway's API, mounted under its name. */
  api(sandbox: Sandbox): Hono;
  /** Returns the webhook body for a payment, including the signature if it is a field. */
  notice(row: Row): Record<string, unknown>;
  /** Returns the headers of a webhook. Called when the webhook is sent, because a signature may include the time. */
  headers(now: number, body: string): Record<string, string>;
}

/** Returns a gateway's sandbox keys. They are deliberately public: no real money moves. */
export function sandboxGatewayKeys(name: string) {
  return {
    account: `sandbox-${name}-account`,
    clientId: `sandbox-${name}-client`,
    secret: `sandbox-${name}-secret`,
    webhookSecret: `sandbox-${name}-webhook-secret`,
  };
}

/** Returns the account that receives a payment; tests may set another account in the ledger. */
export function getPayee(row: Row, name: string): string {
  return String(row.payee || sandboxGatewayKeys(name).account);
}

export function isEqualConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Formats minor units as a decimal: 1234 USD → `12.34`. In the sandbox, every currency has two decimals except JPY, which has none. */
export function formatDecimalAmount({ amount, currency }: Row): string {
  return currency === 'JPY' ? String(amount) : (Number(amount) / 100).toFixed(2);
}

export function toMinorUnits(text: unknown, currency: unknown): number {
  return Math.round(Number(text) * (currency === 'JPY' ? 1 : 100));
}

export interface NewGatewayPayment {
  requestId: string;
  orderNo: string;
  flow: 'charge' | 'redirect' | 'client' | 'lookup';
  amount: number;
  currency: string;
  cardToken?: string;
  returnUrl: string;
  /** URL for a cancelled payment; absent if the gateway's requests have no field for it. */
  cancelUrl?: string;
  noticeUrl?: string;
  description?: string;
}

/** Returns the field if it is a string, otherwise ''. */
export function stringOrEmpty(field: unknown): string {
  return typeof field === 'string' ? field : '';
}

/** Returns whether the text is an http or https URL. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Returns whether the request's merchant fields match the merchant whose keys signed the request. */
export function isFromMerchant(fields: Record<string, unknown>, merchant: Record<string, string>): boolean {
  return Object.entries(merchant).every(([field, value]) => fields[field] === value);
}

/**
 * Creates a payment, once per request id. Returns undefined if the gateway rejects the request: a field is missing or malformed, or the
 * request id was already used with another amount.
 */
export function createGatewayPayment(
  sandbox: Sandbox,
  name: string,
  opening: NewGatewayPayment,
): Row | undefined {
  const { requestId, orderNo, flow, amount, currency, returnUrl, cancelUrl, noticeUrl } = opening;
  const addresses = [returnUrl, cancelUrl, noticeUrl].filter((address) => address !== undefined);
  const isWhole =
    requestId !== '' &&
    orderNo !== '' &&
    Number.isInteger(amount) &&
    amount > 0 &&
    /^[A-Z]{3}$/.test(currency);
  if (!isWhole || !addresses.every(isHttpUrl)) return undefined;
  return sandbox.ledger.together(() =>
    createPayment(sandbox, name, requestId, {
      ...{ order_no: orderNo, flow, amount, currency, return_url: returnUrl },
      card_token: opening.cardToken ?? '',
      cancel_url: opening.cancelUrl ?? '',
      description: opening.description ?? '',
    }),
  );
}

/** Finds a gateway's payment by its id or its request id. */
export function findGatewayPayment(
  sandbox: Sandbox,
  name: string,
  column: 'id' | 'request_id',
  value: unknown,
): Row | undefined {
  return sandbox.ledger.one(
    `SELECT * FROM card_payments WHERE provider = ? AND ${column} = ?`,
    name,
    String(value ?? ''),
  );
}

export async function readBody(c: Context): Promise<{ raw: string; fields: Record<string, unknown> }> {
  const raw = await c.req.text();
  return { raw, fields: JSON.parse(raw || '{}') as Record<string, unknown> };
}
