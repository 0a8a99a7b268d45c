import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InvalidSignatureError } from '#server/core/payment-provider.ts';
import type { GatewaySignature } from '#server/payments/providers/redirect/description.ts';
import { checkSignature, signRequest } from '#server/payments/providers/redirect/webhook.ts';

const now = Date.UTC(2026, 10, 23);
const header: GatewaySignature = {
  kind: 'header',
  header: 'x-signature',
  time: 'x-timestamp',
  unit: 'milliseconds',
};
const sorted: GatewaySignature = { kind: 'sorted-fields', field: 'sign' };
const listed: GatewaySignature = {
  kind: 'listed-fields',
  field: 'signValue',
  request: ['b', 'a'],
  event: ['a', 'c'],
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function check(
  signature: GatewaySignature,
  body: string,
  headers: Record<string, string> = {},
  secret = 'key',
  at = now,
) {
  const sent = { headers, rawBody: Buffer.from(body), fields: JSON.parse(body) };
  return () => checkSignature(signature, secret, sent, at);
}

describe('a signature in a header', () => {
  const body = '{"id":"evt_1", "amount": 12.30}';
  const mac = (time: number | string) => createHmac('sha256', 'key').update(`${time}${body}`).digest('hex');
  const headers = { 'x-timestamp': String(now), 'x-signature': mac(now) };

  it('is the HMAC of the time and the body as it was sent, byte for byte [R90]', () => {
    expect(check(header, body, headers)).not.toThrow();
    const respaced = JSON.stringify(JSON.parse(body));
    expect(check(header, respaced, headers)).toThrow(InvalidSignatureError);
    expect(check(header, body, { ...headers, 'x-signature': mac(now).replace(/.$/, 'x') })).toThrow(
      InvalidSignatureError,
    );
    expect(check(header, body, { ...headers, 'x-signature': '' })).toThrow(InvalidSignatureError);
    expect(check(header, body, {})).toThrow(InvalidSignatureError);
    expect(check(header, body, headers, 'another')).toThrow(InvalidSignatureError);
  });

  it('ends five minutes after its time, and does not begin before [R90]', () => {
    for (const [away, holds] of [
      [300_000, true],
      [300_001, false],
    ] as const) {
      for (const at of [now + away, now - away]) {
        const result = check(header, body, headers, 'key', at);
        if (holds) expect(result).not.toThrow();
        else expect(result).toThrow(InvalidSignatureError);
      }
    }
    const seconds: GatewaySignature = { ...header, unit: 'seconds' };
    const time = String(now / 1000);
    const inSeconds = { 'x-timestamp': time, 'x-signature': mac(time) };
    expect(check(seconds, body, inSeconds)).not.toThrow();
    expect(check(header, body, inSeconds)).toThrow(InvalidSignatureError);
  });

  it('signs what the shop sends the same way', () => {
    const signed = signRequest({ ...header, unit: 'seconds' }, 'key', { a: 1 }, now + 999);
    const time = String(now / 1000);
    const expected = createHmac('sha256', 'key').update(`${time}{"a":1}`).digest('hex');
    expect(signed).toEqual({ headers: { 'x-timestamp': time, 'x-signature': expected }, body: '{"a":1}' });
  });
});

describe('a signature over sorted fields', () => {
  it('is the digest of salt and fields by name, without blank ones, in capitals, as PingPong’s', () => {
    const { body } = signRequest(
      sorted,
      'salt',
      { version: '1.0', accId: 'A', blank: '', bizContent: '{}' },
      now,
    );
    const sign = sha256('saltaccId=A&bizContent={}&version=1.0').toUpperCase();
    expect(JSON.parse(body)).toMatchObject({ sign });
  });

  it('holds whatever order the fields come in, and for no other value, field or salt [R90]', () => {
    const sign = sha256('keya=1&b=2');
    expect(check(sorted, JSON.stringify({ b: '2', sign, a: '1' }))).not.toThrow();
    expect(check(sorted, JSON.stringify({ b: '2', sign: sign.toUpperCase(), a: '1' }))).not.toThrow();
    for (const forged of [
      { b: '3', sign, a: '1' },
      { b: '2', a: '1', c: '3', sign },
      { b: '2', a: '1' },
      { b: '2', a: '1', sign: 7 },
    ]) {
      expect(check(sorted, JSON.stringify(forged))).toThrow(InvalidSignatureError);
    }
    expect(check(sorted, JSON.stringify({ b: '2', sign, a: '1' }), {}, 'other')).toThrow(
      InvalidSignatureError,
    );
  });
});

describe('a signature over listed fields', () => {
  it('takes one list for requests and another for webhooks [R90]', () => {
    const { body } = signRequest(listed, 'key', { a: 'A', b: 'B', c: 'C' }, now);
    expect(JSON.parse(body).signValue).toBe(sha256('BAkey'));
    expect(check(listed, JSON.stringify({ a: 'A', c: 'C', signValue: sha256('ACkey') }))).not.toThrow();
    expect(check(listed, body)).toThrow(InvalidSignatureError);
  });
});

it('an empty secret signs nothing: everybody has it [R90]', () => {
  const body = '{"a":"1"}';
  const forged = { ...JSON.parse(body), sign: sha256('a=1') };
  expect(check(sorted, JSON.stringify(forged), {}, '')).toThrow(InvalidSignatureError);
});
