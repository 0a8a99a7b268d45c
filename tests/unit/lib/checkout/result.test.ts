import { describe, expect, it } from 'vitest';
import { type Line, makeLine, type NewLine } from '#lib/bag/line.ts';
import { findOrderedLines } from '#lib/checkout/ordered-lines.ts';
import {
  classifyPaymentResult,
  gracePolls,
  nextPollDelay,
  type PayResult,
} from '#lib/checkout/poll-result.ts';

const answer = (status_key: number) => ({ code: 0 as const, msg: '', data: { status_key } as PayResult });

describe('the result of a payment', () => {
  it('is success, pending or failure by the status of the order [PAY-03]', () => {
    expect([1, 2, 3, 4].map((status) => classifyPaymentResult(answer(status)))).toEqual([
      'paid',
      'paid',
      'paid',
      'paid',
    ]);
    expect(classifyPaymentResult(answer(0))).toBe('pending');
    expect(classifyPaymentResult(answer(-1))).toBe('failed');
    expect([5, 6].map((status) => classifyPaymentResult(answer(status)))).toEqual(['closed', 'closed']);
  });

  it('counts a payment that was not begun, or waits for the shopper, only after some answers', () => {
    const about = (data: Partial<PayResult>) => ({
      ...answer(0),
      data: { status_key: 0, ...data } as PayResult,
    });
    const kinds = (data: Partial<PayResult>) =>
      [gracePolls - 1, gracePolls].map((asked) => classifyPaymentResult(about(data), asked));
    expect(kinds({ is_under_way: false })).toEqual(['pending', 'untried']);
    expect(kinds({ is_under_way: true, redirect_url: '/bank' })).toEqual(['pending', 'step']);
    expect(kinds({ is_under_way: true })).toEqual(['pending', 'pending']);
    expect(kinds({ is_under_way: false, reason: 'No funds.' })).toEqual(['failed', 'failed']);
  });

  it('is not known to others, and a silent server says nothing about it', () => {
    expect(classifyPaymentResult({ code: 10403, msg: '', data: null })).toBe('unknown');
    expect(classifyPaymentResult({ code: 90000, msg: '', data: null })).toBe('pending');
    expect(classifyPaymentResult({ code: 10429, msg: '', data: null })).toBe('pending');
  });

  it('is asked for ever less often, and no more after about five minutes [PAY-05]', () => {
    let total = 0;
    for (let asked = 1, wait = nextPollDelay(1); wait !== null; asked++, wait = nextPollDelay(asked))
      total += wait;
    expect([1, 15, 16, 27, 28, 45, 46].map(nextPollDelay)).toEqual([
      ...[2000, 2000, 5000, 5000],
      ...[10_000, 10_000, null],
    ]);
    expect(total).toBeGreaterThan(4 * 60_000);
    expect(total).toBeLessThan(6 * 60_000);
  });
});

describe('the lines an order takes out of the bag', () => {
  const line = (sku_id: number, quantity: number, more: Partial<NewLine> = {}) =>
    makeLine({ id: 1, sku_id, title: 'Bowl', price: 10, quantity, ...more }, `line-${sku_id}-${quantity}`);
  const engraved = (value: string) =>
    line(1, 1, { random_id: value, customizedOptions: [{ name: 'Engraving', type: 1, value, price: 0 }] });
  const aSet = (code: string, sets: number) =>
    [1, 2].map((sku_id) =>
      line(sku_id, sku_id * sets, {
        ...{ random_id: `${code}-${sku_id}`, type: 2, code, group: code },
        extend_params: { is_gift: 0, unit: sku_id },
      }),
    );
  const item = (variant_id: number, quantity: number, tailor: object[] = [], is_gift = false) => ({
    ...{ variant_id, quantity, is_gift },
    tailor_properties: JSON.stringify(tailor),
  });
  const order = (variant_items: ReturnType<typeof item>[], ...codes: string[]) => ({
    variant_items,
    discounts: codes.map((discount_code) => ({ discount_id: 5, discount_code })),
  });
  const shown = (lines: Line[]) => lines.map(({ random_id, quantity }) => [random_id, quantity]);

  it('are the ticked ones that were ordered, as many pieces as were ordered', () => {
    const bag = [line(1, 3), line(2, 1), line(3, 1, { is_selected: false })];
    const taken = findOrderedLines(bag, order([item(1, 2), item(3, 1)]), null);
    expect(shown(taken)).toEqual([['line-1-3', 2]]);
  });

  it('are those with the same customisation: another engraving that came since stays', () => {
    const ann = { name: 'Engraving', type: 1, value: 'Ann' };
    const bag = [engraved('Bea'), engraved('Ann'), engraved('Cid')];
    expect(shown(findOrderedLines(bag, order([item(1, 1, [ann])]), null))).toEqual([['Ann', 1]]);
  });

  it('are the oldest where a variant stands in several lines', () => {
    const taken = findOrderedLines([line(1, 2), line(1, 3), line(1, 5)], order([item(1, 6)]), null);
    expect(shown(taken)).toEqual([
      ['line-1-5', 5],
      ['line-1-3', 1],
    ]);
  });

  it('are no part of a set that came since', () => {
    const bag = [...aSet('SET', 1), line(1, 1)];
    expect(shown(findOrderedLines(bag, order([item(1, 1)]), null))).toEqual([['line-1-1', 1]]);
    expect(findOrderedLines(aSet('SET', 1), order([item(1, 1), item(2, 2)]), null)).toEqual([]);
  });

  it('are whole sets of the order’s promotion, though a single line and another set came since', () => {
    const bag = [line(1, 1), ...aSet('NEW', 1), ...aSet('SET', 3)];
    const taken = findOrderedLines(bag, order([item(1, 2), item(2, 4)], 'SET'), null);
    expect(shown(taken)).toEqual([
      ['SET-2', 4],
      ['SET-1', 2],
    ]);
  });

  it('are sets of a promotion without a code, which they name by its id', () => {
    const bag = [...aSet('TY6', 1), ...aSet('TY5', 1)];
    const taken = findOrderedLines(bag, order([item(1, 1), item(2, 2)], ''), null);
    expect(taken.map(({ code, quantity }) => [code, quantity])).toEqual([
      ['TY5', 2],
      ['TY5', 1],
    ]);
  });

  it('are never matched by an order’s gifts', () => {
    expect(findOrderedLines([line(1, 1)], order([item(1, 1, [], true)]), null)).toEqual([]);
  });

  it('are gifts for an order’s gifts, one for each', () => {
    const gift = line(1, 1, { extend_params: { is_gift: 1 } });
    expect(findOrderedLines([line(1, 1), gift, gift], order([item(1, 1, [], true)]), null)).toEqual([gift]);
  });

  it('are those the checkout was made of, as far as they were ordered, when the browser knows them', () => {
    const now = [engraved('Bea'), ...aSet('SET', 3), { ...engraved('Ann'), quantity: 4, is_selected: false }];
    const sent = new Map([...aSet('SET', 1), engraved('Ann')].map((own) => [own.random_id, own.quantity]));
    // The shop may spell a customisation differently.
    const ordered = order([item(1, 1), item(2, 2), item(1, 1, [{ name: 'Engraving', value: 'ANN' }])]);
    expect(shown(findOrderedLines(now, ordered, sent))).toEqual([
      ['SET-1', 1],
      ['SET-2', 2],
      ['Ann', 1],
    ]);
    expect(findOrderedLines(now, order([]), sent)).toEqual([]);
    expect(findOrderedLines([engraved('Bea')], ordered, sent)).toEqual([]);
  });
});
