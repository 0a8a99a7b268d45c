/**
 * Sends signed webhooks to the shop. Each webhook is queued in the ledger and sent again, after growing delays, until the shop responds
 * with 2xx or 20 attempts have failed.
 */
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId, type Sandbox, sandboxKeys } from './context.ts';
import { sandboxGateways } from './gateways/sandbox-gateways.ts';
import type { Row } from './ledger.ts';

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const commonName = Buffer.from('550403', 'hex');

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const size = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));

/**
 * Creates a self-signed X.509 certificate. Node can read certificates but not create them, so this encodes the few DER structures
 * that are needed (RFC 5280, section 4.1).
 * @param name the certificate's common name
 * @param from start of its ten years of validity
 * @returns private key and certificate in PEM
 */
export function createSelfSignedCertificate(
  name: string,
  from: Date,
): { privateKey: string; certificate: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + 10);
  const names = der(0x30, der(0x31, der(0x30, der(0x06, commonName), der(0x0c, Buffer.from(name)))));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const body = der(
    0x30,
    version3,
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    names,
    der(0x30, time(from), time(until)),
    names,
    publicKey,
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(0x30, body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  };
}

const backOffSeconds = [1, 2, 5, 15, 60, 300, 900, 3600];
/** API version that Stripe's npm package requests. */
const stripeVersion = '2026-10-28.endive';
export const certificatePath = '/v1/notifications/certs/CERT-atoll-sandbox';

/** Returns the signing key and its certificate, which are created once and stored in the ledger. */
export function getSigningKey(sandbox: Pick<Sandbox, 'ledger' | 'now'>): {
  privateKey: string;
  certificate: string;
} {
  const storedKey = sandbox.ledger.one(`SELECT value FROM keys WHERE name = 'webhook'`);
  if (storedKey) return JSON.parse(String(storedKey.value));
  const made = createSelfSignedCertificate('Atoll sandbox', new Date(sandbox.now() - 86_400_000));
  sandbox.ledger.run(`INSERT INTO keys VALUES ('webhook', ?) ON CONFLICT DO NOTHING`, JSON.stringify(made));
  return getSigningKey(sandbox);
}

/** Returns the text that PayPal signs: transmission id, time, webhook id and the CRC-32 of the raw body, joined by `|`. */
export function paypalSignedText(id: string, time: string, webhookId: string, body: string): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/** Event formats of PayPal and Stripe. The card gateway uses `gatewayEvent`; the gateways in gateways/ define their own formats. */
const events: Record<string, (type: string, resource: unknown, now: number) => { id: string }> = {
  paypal: (type, resource, now) => ({
    id: `WH-${newId()}-${newId()}`,
    event_version: '1.0',
    create_time: new Date(now).toISOString(),
    resource_type: type.split('.').slice(0, 2).join('-').toLowerCase(),
    event_type: type,
    resource,
  }),
  stripe: (type, resource, now) => ({
    id: `evt_${newId(24)}`,
    ...{ object: 'event', api_version: stripeVersion, created: Math.floor(now / 1000), livemode: false },
    ...{
      type,
      data: { object: resource },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    },
  }),
};

const gatewayEvent = (type: string, resource: unknown, now: number) => ({
  id: `evt_${randomUUID()}`,
  ...{ type, created: new Date(now).toISOString(), data: resource },
});

function makeEvent(
  sandbox: Sandbox,
  provider: string,
  type: string,
  resource: unknown,
): { id: string; body: object } {
  const gateway = sandboxGateways.get(provider);
  if (gateway) return { id: randomUUID(), body: gateway.notice(resource as Row) };
  const body = (events[provider] ?? gatewayEvent)(type, resource, sandbox.now());
  return { id: body.id, body };
}

/** Queues a webhook event. @param resource object in the provider's API format; for a gateway in gateways/, its ledger row */
export function queueEvent(sandbox: Sandbox, provider: string, type: string, resource: unknown): void {
  const { id, body } = makeEvent(sandbox, provider, type, resource);
  const { copies = 1, delay_ms = 0 } = sandbox.scenarios.webhooks;
  for (let copy = 0; copy < copies; copy += 1) {
    sandbox.ledger.insert('deliveries', {
      ...{ provider, event_id: id, type, body: JSON.stringify(body) },
      next_at: sandbox.now() + delay_ms,
    });
  }
}

/** Makes one attempt to send each webhook that is due. */
export async function deliverDueWebhooks(sandbox: Sandbox): Promise<void> {
  const { hold, newest_first } = sandbox.scenarios.webhooks;
  if (hold) return;
  const due = sandbox.ledger.all(
    `SELECT * FROM deliveries WHERE delivered_at IS NULL AND next_at <= ? ORDER BY id ${newest_first ? 'DESC' : 'ASC'} LIMIT 20`,
    sandbox.now(),
  );
  for (const delivery of due) {
    const status = await send(sandbox, String(delivery.provider), String(delivery.body));
    const attempts = Number(delivery.attempts) + 1;
    const pause = backOffSeconds[Math.min(attempts, backOffSeconds.length) - 1]! * 1000;
    const isDelivered = status >= 200 && status < 300;
    sandbox.ledger.run(
      'UPDATE deliveries SET attempts = ?, last_status = ?, next_at = ?, delivered_at = ? WHERE id = ?',
      attempts,
      status,
      sandbox.now() + pause,
      // Stop after 20 attempts, as PayPal does after 25 in three days: the shop's reconciliation finds the remaining results.
      isDelivered || attempts >= 20 ? sandbox.now() : null,
      delivery.id!,
    );
  }
}

async function send(sandbox: Sandbox, provider: string, body: string): Promise<number> {
  const url = `${sandbox.shopUrl}/api/v1/webhooks/${provider}`;
  const headers = headersOf(sandbox, provider, body);
  try {
    const answer = await sandbox.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    // The shop is down or too slow, so this attempt has failed and is retried later.
    return 0;
  }
}

function headersOf(sandbox: Sandbox, provider: string, body: string): Record<string, string> {
  if (provider === 'paypal') return paypalHeaders(sandbox, body);
  if (provider === 'stripe') return stripeHeaders(sandbox.now(), body);
  const gateway = sandboxGateways.get(provider);
  return gateway ? gateway.headers(sandbox.now(), body) : gatewayHeaders(sandbox.now(), body);
}

export function paypalHeaders(sandbox: Sandbox, body: string): Record<string, string> {
  const id = randomUUID();
  const time = new Date(sandbox.now()).toISOString();
  const message = paypalSignedText(id, time, sandboxKeys.paypalWebhookId, body);
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${sandbox.publicUrl}${certificatePath}`,
    'paypal-transmission-sig': sign(
      'sha256',
      Buffer.from(message),
      getSigningKey(sandbox).privateKey,
    ).toString('base64'),
  };
}

export function gatewayHeaders(now: number, body: string): Record<string, string> {
  return { 'gateway-signature': timedSignature(sandboxKeys.cardWebhookSecret, now, body) };
}

export function stripeHeaders(now: number, body: string): Record<string, string> {
  return { 'stripe-signature': timedSignature(sandboxKeys.stripeWebhookSecret, now, body) };
}

/** Returns a signature header `t=<seconds>,v1=<hex HMAC-SHA256 of "seconds.body">`. */
function timedSignature(secret: string, now: number, body: string): string {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
