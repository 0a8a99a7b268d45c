/** Signs requests, verifies the signatures of webhooks and parses webhooks, as defined in a gateway's description. Pure. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidSignatureError, type WebhookEvent } from '../../../core/payment-provider.ts';
import type { GatewayDescription, GatewaySignature } from './description.ts';
import { getTextAtPath } from './wire.ts';

/** Maximum difference between a webhook's timestamp and our clock, ms. */
const toleranceMs = 300_000;

export interface SignedRequest {
  headers: Record<string, string>;
  body: string;
}

/**
 * Signs a request. Returns its body and headers, with the signature in a header or in a field of the body.
 * @param now ms UTC
 */
export function signRequest(
  signature: GatewaySignature,
  secret: string,
  fields: Record<string, unknown>,
  now: number,
): SignedRequest {
  if (signature.kind === 'header') {
    const body = JSON.stringify(fields);
    const time = String(signature.unit === 'seconds' ? Math.floor(now / 1000) : now);
    const mac = headerMac(secret, time, Buffer.from(body)).toString('hex');
    return { headers: { [signature.time]: time, [signature.header]: mac }, body };
  }
  const digest =
    signature.kind === 'sorted-fields'
      ? sortedDigest(fields, signature.field, secret)
      : listedDigest(fields, signature.request, secret);
  return { headers: {}, body: JSON.stringify({ ...fields, [signature.field]: digest }) };
}

/**
 * Verifies a webhook's signature over the raw body.
 * @param fields the parsed body
 * @throws InvalidSignatureError if the webhook is not signed with the secret or its timestamp is too old
 */
export function checkSignature(
  signature: GatewaySignature,
  secret: string,
  sent: { headers: Record<string, string>; rawBody: Uint8Array; fields: Record<string, unknown> },
  now: number,
): void {
  // An empty secret is rejected, because anyone could sign with it.
  if (secret === '') throw new InvalidSignatureError('The webhook secret is not configured.');
  if (signature.kind === 'header') {
    const time = sent.headers[signature.time] ?? '';
    if (!/^\d{1,15}$/.test(time)) throw new InvalidSignatureError('The timestamp is missing.');
    const at = Number(time) * (signature.unit === 'seconds' ? 1000 : 1);
    if (Math.abs(now - at) > toleranceMs) throw new InvalidSignatureError('The signature is too old.');
    const receivedSignature = sent.headers[signature.header] ?? '';
    compare(receivedSignature, headerMac(secret, time, sent.rawBody).toString('hex'));
    return;
  }
  const receivedSignature = sent.fields[signature.field];
  const expected =
    signature.kind === 'sorted-fields'
      ? sortedDigest(sent.fields, signature.field, secret)
      : listedDigest(sent.fields, signature.event, secret);
  compare(typeof receivedSignature === 'string' ? receivedSignature : '', expected);
}

function compare(receivedSignature: string, expected: string): void {
  const [one, other] = [receivedSignature.toLowerCase(), expected.toLowerCase()].map((text) =>
    Buffer.from(text),
  );
  if (one!.length !== other!.length || !timingSafeEqual(one!, other!)) {
    throw new InvalidSignatureError('The signature does not match.');
  }
}

function headerMac(secret: string, time: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(time).update(body).digest();
}

/** Calculates the digest of all fields, sorted by name. Blank fields are omitted, and fields that are not strings are signed as JSON. */
function sortedDigest(fields: Record<string, unknown>, signatureField: string, secret: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== signatureField && textOf(fields[name]).trim() !== '')
    .sort()
    .map((name) => `${name}=${textOf(fields[name])}`);
  return sha256(`${secret}${pairs.join('&')}`).toUpperCase();
}

function listedDigest(fields: Record<string, unknown>, names: readonly string[], secret: string): string {
  return sha256(`${names.map((name) => textOf(fields[name])).join('')}${secret}`);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Converts a gateway's webhook to an event. @param content fields of the webhook, unwrapped from the envelope */
export function parseWebhookEvent(
  { event: at, states }: GatewayDescription,
  content: Record<string, unknown>,
  rawBody: Uint8Array,
): WebhookEvent {
  const type = getTextAtPath(content, at.type).slice(0, 128);
  const eventId = getTextAtPath(content, at.id) || createHash('sha256').update(rawBody).digest('hex');
  if (at.about !== undefined && !type.startsWith(at.about)) {
    return { eventId: eventId.slice(0, 128), type, ref: null, requestId: '' };
  }
  const ref = getTextAtPath(content, at.ref);
  const capture = {
    captureRef: ref,
    amount: `${getTextAtPath(content, at.amount)} ${getTextAtPath(content, at.currency)}`.trim(),
  };
  return {
    eventId: eventId.slice(0, 128),
    type,
    ref: ref || null,
    requestId: getTextAtPath(content, at.requestId),
    ...(states[getTextAtPath(content, at.state)] === 'captured' && { taken: capture }),
  };
}
