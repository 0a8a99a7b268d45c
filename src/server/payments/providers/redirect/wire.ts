/** Reads gateway responses by the paths in a gateway's description, and formats amounts for the gateway. Pure. */
import { currencyDigits, parseAmount, toWire } from '#lib/money/minor.ts';
import { ProviderError, type ProviderPayment } from '../../../core/payment-provider.ts';
import type { GatewayDescription, GatewayFields, GatewayValues } from './description.ts';

/** Returns the string or number at a path such as `next_action.url`, as a string; '' if there is none. */
export function getTextAtPath(from: unknown, place: string | undefined): string {
  if (place === undefined) return '';
  let found = from;
  for (const step of place.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return '';
    found = (found as Record<string, unknown>)[step];
  }
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Returns a request's fields with the shop's values inserted; fields without a value are omitted. */
export function fillGatewayFields(
  fields: GatewayFields,
  values: Partial<GatewayValues>,
): Record<string, string | number | boolean> {
  const filled: Record<string, string | number | boolean> = {};
  for (const [name, source] of Object.entries(fields)) {
    const value = typeof source === 'string' ? values[source] : source.is;
    if (value !== undefined && value !== '') filled[name] = value;
  }
  return filled;
}

/**
 * Formats an amount for a gateway: $12.34 as the number 1234, the number 12.34 or the string `12.34`.
 * @param minor integer minor units
 */
export function formatGatewayAmount(
  form: GatewayDescription['amounts'],
  minor: number,
  currency: string,
): string | number {
  if (form === 'minor') return minor;
  const amount = toWire(minor, currency);
  return form === 'decimal' ? amount : amount.toFixed(currencyDigits(currency));
}

/** Converts a gateway's amount to minor units. @throws ProviderError if the text is not a valid amount in this currency */
function readAmount(form: GatewayDescription['amounts'], text: string, currency: string): number {
  const minor = form === 'minor' ? wholeNumber(text) : exactly(text, currency);
  if (minor === null || minor < 0) throw new ProviderError(`"${text}" is not an amount of ${currency}.`);
  return minor;
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Converts a decimal amount to minor units; returns null for fractions of a minor unit, because rounding would change the amount. */
function exactly(text: string, currency: string): number | null {
  const minor = parseAmount(text, currency);
  return minor !== null && toWire(minor, currency) === Number(text) ? minor : null;
}

/**
 * Converts a gateway's response to a payment.
 * @throws ProviderError if the response contains no payment id or an invalid amount
 */
export function parseGatewayPayment(gateway: GatewayDescription, answer: unknown): ProviderPayment {
  const { payment: at, states, refused } = gateway;
  const ref = getTextAtPath(answer, at.ref);
  if (ref === '') throw new ProviderError(`${gateway.name} returned no payment.`);
  const currency = getTextAtPath(answer, at.currency);
  const listed = states[getTextAtPath(answer, at.state)] ?? 'pending';
  const isRefused = listed === 'created' && refused?.is.includes(getTextAtPath(answer, refused.at));
  const state = isRefused ? 'declined' : listed;
  const [captureRef, pageUrl] = [getTextAtPath(answer, at.captureRef), getTextAtPath(answer, at.pageUrl)];
  const [clientSecret, reason] = [getTextAtPath(answer, at.clientSecret), getTextAtPath(answer, at.reason)];
  const hasFailed = state === 'declined' || state === 'failed';
  return {
    ref,
    state,
    amount: readAmount(gateway.amounts, getTextAtPath(answer, at.amount), currency),
    currency,
    payee: getTextAtPath(answer, at.payee),
    requestId: getTextAtPath(answer, at.requestId),
    ...(captureRef && { captureRef }),
    ...(pageUrl && state === 'created' && { redirectUrl: pageUrl }),
    ...(clientSecret && { clientSecret }),
    ...(hasFailed && { reason: (reason || 'The payment was rejected.').slice(0, 500) }),
  };
}
