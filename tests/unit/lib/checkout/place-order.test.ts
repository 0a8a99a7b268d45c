import { describe, expect, it } from 'vitest';
import {
  type CheckoutPaymentMethod,
  type PaymentForm,
  type PlaceOrderInput,
  placeOrder,
} from '#lib/checkout/place-order.ts';
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';

const checkout = {
  token: 'tok',
  shop_id: 1,
  version: 7,
  total_price: 42.5,
  paypal_order_id: 'PP1',
} as WireCheckout;
const card = {
  method: 'card',
  provider: 'simulated',
  account_id: 'acc',
  flow: 'card',
} as CheckoutPaymentMethod;
const paypal = {
  method: 'paypal',
  provider: 'paypal',
  account_id: 'pp',
  flow: 'redirect',
} as CheckoutPaymentMethod;
const result = { kind: 'go', url: '/pay/result?order_no=A-1' };
const placed = (next: string) => ({ code: 0, msg: '', data: { order_no: 'A-1', total_price: 42.5, next } });

/** Places an order with these responses by endpoint, and records the calls in order. */
async function run(answers: Record<string, unknown>, more: Partial<PlaceOrderInput> = {}) {
  const calls: [string, Record<string, unknown>][] = [];
  const orders: string[] = [];
  const api = async (key: string, input: Record<string, unknown>) => {
    calls.push([key, input]);
    return answers[key] ?? { code: 90000, msg: 'no answer', data: null };
  };
  const outcome = await placeOrder({
    api: api as unknown as PlaceOrderInput['api'],
    checkout,
    fields: { email: 'a@b.co' },
    method: card,
    card: { tokenise: async () => ({ token: 'tok_card' }) },
    form: null,
    onOrder: (orderNo) => orders.push(orderNo),
    notReady: 'not ready',
    ...more,
  });
  return { outcome, calls, orders };
}
const submit = 'POST /:shop_id/checkouts/:token';

describe('placing an order', () => {
  it('submits to the checkout’s address what is on the page, with its version and total [CHK-22]', async () => {
    const { calls } = await run({ [submit]: placed('done') });
    expect(calls).toEqual([
      [
        submit,
        { params: { shop_id: 1, token: 'tok' }, body: { email: 'a@b.co', version: 7, total_price: 42.5 } },
      ],
    ]);
  });

  it('asks for the card first, so that a mistyped number makes no order', async () => {
    const tokenise = () => Promise.reject(new Error('Enter the card number.'));
    const { outcome, calls } = await run({}, { card: { tokenise } });
    expect(outcome).toEqual({ kind: 'stay', code: 0, msg: 'Enter the card number.' });
    expect(calls).toEqual([]);
  });

  it('charges the card’s token and goes to the result', async () => {
    const { outcome, calls, orders } = await run({
      [submit]: placed('card'),
      'POST /api/v1/payments/': {
        code: 0,
        msg: '',
        data: { status: 'paid', order_no: 'A-1', redirect_url: '' },
      },
    });
    expect(outcome).toEqual(result);
    expect(orders).toEqual(['A-1']);
    expect(calls[1]?.[1]).toEqual({
      body: { order_no: 'A-1', provider: 'simulated', account_id: 'acc', card_token: 'tok_card' },
    });
  });

  it('sends a card that asks for its second step there [PAY-09]', async () => {
    const { outcome } = await run({
      [submit]: placed('card'),
      'POST /api/v1/payments/': {
        code: 0,
        msg: '',
        data: { status: 'second_step', redirect_url: 'https://bank/x' },
      },
    });
    expect(outcome).toEqual({ kind: 'go', url: 'https://bank/x' });
  });

  it('stays with the words of a declined card [PAY-06]', async () => {
    const { outcome } = await run({
      [submit]: placed('card'),
      'POST /api/v1/payments/': { code: 50001, msg: 'The card was declined.', data: null },
    });
    expect(outcome).toEqual({ kind: 'stay', code: 50001, msg: 'The card was declined.' });
  });

  it('lets the result page find out when a charge has no answer or was paid before', async () => {
    expect((await run({ [submit]: placed('card') })).outcome).toEqual(result);
    const paidBefore = { code: 50002, msg: 'Paid already.', data: null };
    expect((await run({ [submit]: placed('card'), 'POST /api/v1/payments/': paidBefore })).outcome).toEqual(
      result,
    );
  });

  it('goes to the provider and names the way back', async () => {
    const { outcome, calls } = await run(
      {
        [submit]: placed('redirect'),
        'POST /api/v2/payments/': {
          code: 0,
          msg: '',
          data: { redirect_url: 'https://pp/approve', status: 'pending' },
        },
      },
      { method: paypal, card: null },
    );
    expect(outcome).toEqual({ kind: 'go', url: 'https://pp/approve' });
    expect(calls[1]?.[1]).toMatchObject({
      body: { return_url: '/pay/result?order_no=A-1', provider: 'paypal' },
    });
  });

  const ocean = { ...card, provider: 'ocean' } as CheckoutPaymentMethod;
  const checked = (enrolled: boolean, status = 'paid') => ({
    [submit]: placed('card'),
    'POST /api/v1/payments/ocean/jwt': { code: 0, msg: '', data: { jwt: 'j.w.t' } },
    'POST /api/v1/payments/ocean/lookup': {
      code: 0,
      msg: '',
      data: { enrolled, acs_url: enrolled ? 'https://bank.example' : '', transaction_id: 'T1' },
    },
    'POST /api/v1/payments/continue': { code: 0, msg: '', data: { status, order_no: 'A-1' } },
  });

  it('checks an ocean card, charges it, or sends it to its bank first [PAY-09, API-046, API-047]', async () => {
    const check = async (jwt: string) => `ref of ${jwt}`;
    const form = { tokenise: async () => ({ token: 'tok_card' }), check };
    const free = await run(checked(false), { method: ocean, card: form });
    expect(free.outcome).toEqual(result);
    expect(free.calls.map(([row]) => row).slice(1)).toEqual(Object.keys(checked(false)).slice(1));
    expect(free.calls[2]?.[1]).toEqual({
      body: { order_no: 'A-1', reference_id: 'ref of j.w.t', card_token: 'tok_card', account_id: 'acc' },
    });
    const asked = await run(checked(true), { method: ocean, card: form });
    expect(asked.outcome).toEqual({ kind: 'go', url: 'https://bank.example' });
    expect(asked.calls).toHaveLength(3);
  });

  it('goes on without the check where the form cannot make it, and stays where the card is declined [PAY-06, PAY-09]', async () => {
    const form = { tokenise: async () => ({ token: 't' }), check: () => Promise.reject(new Error('late')) };
    const { calls, outcome } = await run(checked(false), { method: ocean, card: form });
    expect(calls[2]?.[1]).toMatchObject({ body: { reference_id: '' } });
    expect(outcome).toEqual(result);
    const declined = { code: 50001, msg: 'The card was declined.', data: null };
    const refused = { ...checked(false), 'POST /api/v1/payments/ocean/lookup': declined };
    const stayed = await run(refused, { method: ocean });
    expect(stayed.outcome).toEqual({ kind: 'stay', code: 50001, msg: 'The card was declined.' });
  });

  it('has a kit confirm what the shop opened, and believes the shop, not the kit [API-026, API-064, PAY-09]', async () => {
    const kit = {
      script_url: 'https://kit.example/k.js',
      environment: 'demo',
      public_key: '',
      is_authorize: false,
    };
    const method = {
      method: 'aw',
      provider: 'airwallex',
      account_id: 'a',
      flow: 'kit',
      kit,
    } as CheckoutPaymentMethod;
    const answers = (paid: object) => ({
      [submit]: placed('kit'),
      'POST /api/v3/payments/': {
        code: 0,
        msg: '',
        data: { client_secret: 'cs', status: 'pending', transaction_id: 'int_1' },
      },
      'POST /api/v1/payments/continue': paid,
    });
    const secrets: string[] = [];
    const filledIn = async () => '';
    const works: PaymentForm = {
      needsResultFetch: true,
      submit: filledIn,
      confirm: async (secret) => {
        secrets.push(secret);
        return '';
      },
    };
    const fails: PaymentForm = {
      needsResultFetch: true,
      submit: filledIn,
      confirm: async () => 'Enter the card number.',
    };
    const ok = (status: string) => ({ code: 0, msg: '', data: { status, order_no: 'A-1' } });
    const declined = { code: 50001, msg: 'The payment was refused.', data: null };
    const outcomes = async (paid: object, form: PaymentForm) =>
      (await run(answers(paid), { method, card: null, form })).outcome;
    expect(await outcomes(ok('paid'), works)).toEqual(result);
    expect(secrets).toEqual(['cs']);
    expect(await outcomes(ok('paid'), fails)).toEqual(result);
    expect(await outcomes(ok('pending'), works)).toEqual(result);
    const typed = { kind: 'stay', code: 0, msg: 'Enter the card number.' };
    expect(await outcomes(ok('pending'), fails)).toEqual(typed);
    expect(await outcomes(declined, fails)).toEqual({ kind: 'stay', code: 50001, msg: declined.msg });
    const early = await run({}, { method, card: null });
    expect([early.outcome, early.calls]).toEqual([{ kind: 'stay', code: 0, msg: 'not ready' }, []]);
  });

  it('completes a free order, and captures an express payment that was approved before [PAY-04]', async () => {
    const paid = { code: 0, msg: '', data: { status: 'paid', order_no: 'A-1' } };
    const free = await run(
      { [submit]: placed('zero'), 'GET /api/v1/payments/zero/:id': paid },
      { method: null, card: null, checkout: { ...checkout, total_price: 0 } },
    );
    expect(free.calls[1]).toEqual(['GET /api/v1/payments/zero/:id', { params: { id: 'A-1' } }]);
    const express = await run(
      { [submit]: placed('express'), 'POST /api/v1/payments/paypal/quick/capture': paid },
      { method: paypal, card: null },
    );
    expect(express.calls[1]?.[1]).toEqual({ body: { paypal_order_id: 'PP1', checkout_token: 'tok' } });
    expect(express.outcome).toEqual(result);
  });

  it('stays with the code and the words when the order cannot be placed', async () => {
    for (const code of [10001, 10209, 30003, 40001, 90000]) {
      const { outcome, orders } = await run({ [submit]: { code, msg: 'Because.', data: null } });
      expect(outcome).toEqual({ kind: 'stay', code, msg: 'Because.' });
      expect(orders).toEqual([]);
    }
  });
});

describe('paying with a form in the page', () => {
  const kit = { public_key: 'pk_1', script_url: '', environment: '', is_authorize: false };
  const method = {
    method: 'stripe',
    provider: 'stripe',
    account_id: 'st',
    flow: 'kit',
    kit,
  } as CheckoutPaymentMethod;
  const start = 'POST /api/v3/payments/';
  const started = { code: 0, msg: '', data: { client_secret: 'pi_1_secret_2', status: 'pending' } };

  function form({ wrong = '', refused = '' } = {}) {
    const asked: unknown[][] = [];
    const submit = async (...args: unknown[]) => {
      asked.push(['submit', ...args]);
      return wrong;
    };
    const confirm = async (...args: unknown[]) => {
      asked.push(['confirm', ...args]);
      return refused;
    };
    return { asked, submit, confirm };
  }

  it('checks it for the total first, places the order, and confirms with the secret [CHK-22]', async () => {
    const shown = form();
    const { outcome, calls, orders } = await run(
      { [submit]: placed('kit'), [start]: started },
      { method, form: shown },
    );
    expect(outcome).toEqual(result);
    expect(orders).toEqual(['A-1']);
    expect(calls.map(([key]) => key)).toEqual([submit, start]);
    expect(calls[1]?.[1]).toEqual({ body: { order_no: 'A-1', provider: 'stripe', account_id: 'st' } });
    expect(shown.asked).toEqual([
      ['submit', 42.5],
      ['confirm', 'pi_1_secret_2', '/pay/result?order_no=A-1'],
    ]);
  });

  it('makes no order while something in it is wrong, or it is not there yet', async () => {
    const wrong = 'Your card number is incomplete.';
    const first = await run({}, { method, form: form({ wrong }) });
    expect(first).toMatchObject({ outcome: { kind: 'stay', code: 0, msg: wrong }, calls: [] });
    const second = await run({}, { method });
    expect(second).toMatchObject({ outcome: { kind: 'stay', code: 0, msg: 'not ready' }, calls: [] });
  });

  it('stays with the bank’s reason after a decline [PAY-06]', async () => {
    const refused = 'Your card was declined.';
    const { outcome } = await run(
      { [submit]: placed('kit'), [start]: started },
      { method, form: form({ refused }) },
    );
    expect(outcome).toEqual({ kind: 'stay', code: 50001, msg: refused });
  });

  it('confirms nothing without a secret: stays, but for an order that is paid already', async () => {
    for (const [code, expected] of [
      [50002, result],
      [53130, { kind: 'stay', code: 53130, msg: 'no' }],
      [90000, { kind: 'stay', code: 90000, msg: 'no' }],
    ] as const) {
      const shown = form();
      const answers = { [submit]: placed('kit'), [start]: { code, msg: 'no', data: null } };
      expect((await run(answers, { method, form: shown })).outcome).toEqual(expected);
      expect(shown.asked.map(([name]) => name)).toEqual(['submit']);
    }
  });

  it('asks no form for an order that costs nothing', async () => {
    const shown = form();
    const free = { ...checkout, total_price: 0 };
    const zero = { code: 0, msg: '', data: { status: 'paid', order_no: 'A-1' } };
    const { outcome } = await run(
      { [submit]: placed('zero'), 'GET /api/v1/payments/zero/:id': zero },
      { method, form: shown, checkout: free },
    );
    expect([outcome, shown.asked]).toEqual([result, []]);
  });
});
