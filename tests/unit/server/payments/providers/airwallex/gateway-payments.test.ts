import { describe, expect, it } from 'vitest';
import { ProviderError } from '#server/core/payment-provider.ts';
import { airwallex } from '#server/payments/providers/airwallex/provider.ts';
import { pingpong } from '#server/payments/providers/pingpong/provider.ts';
import { gateways } from '#server/payments/providers/redirect/gateways.ts';
import {
  fillGatewayFields,
  formatGatewayAmount,
  getTextAtPath,
  parseGatewayPayment,
} from '#server/payments/providers/redirect/wire.ts';

describe('the states of a gateway', () => {
  it('mean one thing each in the shop [R72]', () => {
    const states = Object.fromEntries(
      Object.values({ ...gateways, pingpong, airwallex }).map(({ name, states }) => [name, states]),
    );
    expect(states).toMatchInlineSnapshot(`
      {
        "airwallex": {
          "CANCELLED": "expired",
          "PENDING": "pending",
          "REQUIRES_CAPTURE": "authorized",
          "REQUIRES_CUSTOMER_ACTION": "created",
          "REQUIRES_PAYMENT_METHOD": "created",
          "SUCCEEDED": "captured",
        },
        "apia": {
          "CLOSED": "expired",
          "NOTPAY": "created",
          "PAYERROR": "declined",
          "REFUND": "refunded",
          "SUCCESS": "captured",
          "USERPAYING": "pending",
        },
        "getpay": {
          "CLOSED": "expired",
          "PAID": "captured",
          "REFUNDED": "refunded",
          "REFUSED": "declined",
          "WAITING": "created",
        },
        "linwei": {
          "fail": "declined",
          "init": "created",
          "processing": "pending",
          "refunded": "refunded",
          "success": "captured",
          "timeout": "expired",
        },
        "ocean": {
          "-1": "pending",
          "0": "declined",
          "1": "captured",
          "2": "created",
          "3": "approved",
          "4": "refunded",
        },
        "pingpong": {
          "": "created",
          "AUTH_SUCCESS": "pending",
          "CANCEL": "expired",
          "CLOSED": "expired",
          "FAILED": "declined",
          "INIT": "created",
          "PROCESSING": "pending",
          "SUCCESS": "captured",
        },
      }
    `);
  });

  it('count as not decided yet where they are not known, so that nothing is failed or paid by them', () => {
    const answer = { id: 'int_1', status: 'SOMETHING_NEW', amount: 1, currency: 'USD' };
    expect(parseGatewayPayment(airwallex, answer).state).toBe('pending');
  });
});

describe('an Airwallex intent', () => {
  const intent = {
    id: 'int_1',
    merchant_order_id: 'A-1-1',
    amount: 12.34,
    currency: 'USD',
    client_secret: 's',
  };

  it('is read with its amount in cents, the attempt it was made for and its secret', () => {
    expect(parseGatewayPayment(airwallex, { ...intent, status: 'REQUIRES_PAYMENT_METHOD' })).toEqual({
      ...{ ref: 'int_1', state: 'created', amount: 1234, currency: 'USD', payee: '', requestId: 'A-1-1' },
      ...{ captureRef: 'int_1', clientSecret: 's' },
    });
  });

  it('that waits again after its last try failed was declined', () => {
    const failed = {
      ...intent,
      status: 'REQUIRES_PAYMENT_METHOD',
      latest_payment_attempt: { status: 'FAILED' },
    };
    expect(parseGatewayPayment(airwallex, failed)).toMatchObject({
      state: 'declined',
      reason: 'The payment was rejected.',
    });
    expect(parseGatewayPayment(airwallex, { ...failed, status: 'SUCCEEDED' }).state).toBe('captured');
  });

  it('leads to the bank while the bank asks, and nowhere afterwards', () => {
    const asked = {
      ...intent,
      status: 'REQUIRES_CUSTOMER_ACTION',
      next_action: { url: 'https://bank.example/' },
    };
    expect(parseGatewayPayment(airwallex, asked).redirectUrl).toBe('https://bank.example/');
    expect(parseGatewayPayment(airwallex, { ...asked, status: 'SUCCEEDED' }).redirectUrl).toBeUndefined();
  });
});

describe('amounts', () => {
  it('are written in the gateway’s form', () => {
    expect(formatGatewayAmount('minor', 1230, 'USD')).toBe(1230);
    expect(formatGatewayAmount('decimal', 1230, 'USD')).toBe(12.3);
    expect(formatGatewayAmount('text', 1230, 'USD')).toBe('12.30');
    expect(formatGatewayAmount('text', 1230, 'JPY')).toBe('1230');
  });

  it('are read exactly: a fraction of a cent is another amount, not a rounded one [R90]', () => {
    const answer = (amount: unknown) => ({
      merchantTransactionId: 'A-1-1',
      status: 'SUCCESS',
      currency: 'USD',
      amount,
    });
    expect(parseGatewayPayment(pingpong, answer('200.000000')).amount).toBe(20_000);
    for (const odd of ['12.345', '-1.00', '', 'a lot', null, '1e3']) {
      expect(() => parseGatewayPayment(pingpong, answer(odd)), String(odd)).toThrow(ProviderError);
    }
  });
});

it('reads places step by step, own fields only, and leaves out what a call has no value for', () => {
  const answer = { data: { object: { id: 'x', amount: 5 } }, list: [1] };
  expect([getTextAtPath(answer, 'data.object.id'), getTextAtPath(answer, 'data.object.amount')]).toEqual([
    'x',
    '5',
  ]);
  for (const place of ['data', 'data.none.id', 'constructor.name', 'data.object.id.length', undefined]) {
    expect(getTextAtPath(answer, place)).toBe('');
  }
  expect(fillGatewayFields({ a: 'requestId', b: 'cardToken', c: { is: 0 } }, { requestId: 'r' })).toEqual({
    a: 'r',
    c: 0,
  });
});
