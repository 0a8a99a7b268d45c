import { describe, expect, it } from 'vitest';
import { makeLine } from '#lib/bag/line.ts';
import { orderedLines } from '#lib/checkout/ordered-lines.ts';
import { kindOf, nextWait, type PayResult } from '#lib/checkout/poll-result.ts';

const answer = (status_key: number) => ({ code: 0 as const, msg: '', data: { status_key } as PayResult });

describe('the result of a payment', () => {
  it('is success, pending or failure by the status of the order [PAY-03]', () => {
    expect([1, 2, 3, 4].map((status) => kindOf(answer(status)))).toEqual(['paid', 'paid', 'paid', 'paid']);
    expect(kindOf(answer(0))).toBe('pending');
    expect(kindOf(answer(-1))).toBe('failed');
    expect([5, 6].map((status) => kindOf(answer(status)))).toEqual(['closed', 'closed']);
  });

  it('is not known to others, and a silent server says nothing about it', () => {
    expect(kindOf({ code: 10403, msg: '', data: null })).toBe('unknown');
    expect(kindOf({ code: 90000, msg: '', data: null })).toBe('pending');
    expect(kindOf({ code: 10429, msg: '', data: null })).toBe('pending');
  });

  it('is asked for ever less often, and no more after about five minutes [PAY-05]', () => {
    let total = 0;
    for (let asked = 1, wait = nextWait(1); wait !== null; asked++, wait = nextWait(asked)) total += wait;
    expect(nextWait(1)).toBe(2000);
    expect(total).toBeGreaterThan(4 * 60_000);
    expect(total).toBeLessThan(6 * 60_000);
  });
});

describe('the lines an order takes out of the bag', () => {
  const line = (sku_id: number, quantity: number, more = {}) =>
    makeLine({ id: 1, sku_id, title: 'Bowl', price: 10, quantity, ...more }, `line-${sku_id}-${quantity}`);

  it('are the ticked ones that were ordered, as many pieces as were ordered', () => {
    const bag = [line(1, 3), line(2, 1), line(3, 1, { is_selected: false })];
    const taken = orderedLines(bag, [
      { variant_id: 1, quantity: 2, is_gift: false },
      { variant_id: 3, quantity: 1, is_gift: false },
    ]);
    expect(taken.map(({ sku_id, quantity }) => [sku_id, quantity])).toEqual([[1, 2]]);
  });

  it('share the ordered pieces where a variant stands in several lines', () => {
    const bag = [line(1, 2), line(1, 5)];
    const taken = orderedLines(bag, [{ variant_id: 1, quantity: 4, is_gift: false }]);
    expect(taken.map(({ quantity }) => quantity)).toEqual([2, 2]);
  });

  it('are never matched by an order’s gifts', () => {
    expect(orderedLines([line(1, 1)], [{ variant_id: 1, quantity: 1, is_gift: true }])).toEqual([]);
  });

  it('are gifts for an order’s gifts, one for each', () => {
    const gift = makeLine({ id: 1, sku_id: 1, title: '', price: 0, extend_params: { is_gift: 1 } }, 'gift');
    const ordered = { variant_id: 1, quantity: 1, is_gift: true };
    expect(orderedLines([line(1, 1), gift, gift], [ordered])).toEqual([gift]);
  });
});
