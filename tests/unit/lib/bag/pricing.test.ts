import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bag, emptyBag } from '#lib/bag/bag-codec.ts';
import { unlimitedQuantity, withDisplayedPrices } from '#lib/bag/bag-pricing.ts';
import {
  type BagViewModel,
  createBagViewModel,
  linesToDrop,
  problemTextKey,
} from '#lib/bag/bag-view-model.ts';
import { addBagLine, removeBagLine, setQuantity } from '#lib/bag/changes.ts';
import { toCheckoutGroups, toVariantRequest } from '#lib/bag/checkout-groups.ts';
import { makeLine } from '#lib/bag/line.ts';
import { createPricingStore, fetchPricing, type PricingApi, type PricingStore } from '#lib/bag/pricing.ts';
import type { WireItem } from '#lib/contract/wire-checkout-group.ts';
import { bagOf, bowl, gift, makeId, mug } from './fixtures.ts';

const failure = { code: 90000, msg: 'down', data: null };
const ok = <Data>(data: Data) => ({ code: 0 as const, msg: '', data });

/** Simulates the shop's endpoints; `problems` by variant. */
function shop(problems: Record<number, string> = {}, prices: Record<number, number> = {}) {
  const item = (line: Bag['lines'][number]): WireItem => {
    const problem = problems[line.sku_id] ?? '';
    const price = line.extend_params.is_gift ? 0 : (prices[line.sku_id] ?? line.price);
    return {
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity,
      variant_price: price,
      original_price: price,
      title: line.title,
      is_selected: line.is_selected ? 1 : 0,
      is_gift: line.extend_params.is_gift,
      gift_discount_id: null,
      discount_rule_position: null,
      auto_car: null,
      is_disable_gift: problem === 'gift_lost' ? 1 : 0,
      tailor_req_list: [],
      random_id: line.random_id,
      sku_bundle_id: null,
      status: problem === '' || problem === 'not_enough' ? 1 : 0,
      problem,
      origin_amount: price * line.quantity,
      discount_amount: 0,
      pay_amount: price * line.quantity,
    };
  };
  return {
    price: vi.fn<PricingApi['price']>(async (wanted) =>
      ok(
        wanted.map(({ variant_id }) => ({
          sku_id: variant_id,
          sale_price: prices[variant_id] ?? 1,
          original_price: 9,
          tailor_status: 1 as const,
        })),
      ),
    ),
    inventory: vi.fn<PricingApi['inventory']>(async (wanted) =>
      ok(
        wanted.map(({ variant_id }) => ({
          sku_id: variant_id,
          sale_inventory_quantity: 7,
          sale_status: 1 as const,
          is_product_deleted: false,
          is_product_published: true,
        })),
      ),
    ),
    discount: vi.fn<PricingApi['discount']>(async (bag) => {
      const items = bag.lines.map(item);
      const total = items.reduce((all, entry) => all + (entry.status ? entry.pay_amount : 0), 0);
      return ok({
        checkout_items: [{ variant_items: items }],
        total_pay_amount: total,
        total_discount_amount: 0,
        discount_gifts: [],
        gift_products: [],
        auto_fill_coupon_code: '',
        coupon: '',
        need_second_confirm: false,
      });
    }),
  };
}

const shown = async (bag: Bag, problems: Record<number, string> = {}): Promise<BagViewModel> => {
  const cache = new Map();
  return createBagViewModel(bag, await fetchPricing(bag, shop(problems), cache), 'idle', cache);
};

test('keeps a price for each customisation of one variant [PRICE-01, PRICE-13]', async () => {
  const engraved = (id: string, value: string) =>
    makeLine({ ...mug, customizedOptions: [{ type: 1, name: 'Engraving', value, price: 0 }] }, id);
  const bag = bagOf(engraved('a', 'Ada'), engraved('b', 'Bea'));
  const extra: Record<string, number> = { Ada: 10, Bea: 20 };
  const price: PricingApi['price'] = async (wanted) =>
    ok(
      wanted.map(({ variant_id, tailor_req_list: [chosen] }) => {
        const sale_price = extra[chosen!.value]!;
        return { sku_id: variant_id, sale_price, original_price: sale_price, tailor_status: 1 as const };
      }),
    );
  const cache = new Map();
  await fetchPricing(bag, { ...shop(), price, discount: async () => failure as never }, cache);
  const shown = createBagViewModel(bag, null, 'failed', cache);
  expect(shown.lines.map((line) => line.price)).toEqual([10, 20]);
});

describe('asking', () => {
  test('a variant is asked for by product, variant, customisation and option values [PRICE-15, PRICE-16]', async () => {
    const calls = shop();
    const line = makeLine(
      {
        ...mug,
        options: [{ name: 'Colour', value: 'Sage' }],
        customizedOptions: [{ type: 1, name: 'text', value: 'Ada', price: 5 }],
      },
      'a',
    );
    await fetchPricing({ ...emptyBag, lines: [line] }, calls, new Map());
    const payload = [
      {
        product_id: 10,
        variant_id: 101,
        tailor_req_list: [{ name: 'text', type: 1, value: 'Ada' }],
        variant_option_values: ['Sage'],
      },
    ];
    expect(calls.price.mock.calls).toEqual([[payload]]);
    expect(calls.inventory.mock.calls).toEqual([[payload]]);
    expect(toVariantRequest(line)).toEqual(payload[0]);
  });

  test('an empty bag asks nothing and has an empty quote [PRICE-17]', async () => {
    const calls = shop();
    const quote = await fetchPricing(emptyBag, calls, new Map());
    expect(quote).toMatchObject({ totalPay: 0, totalDiscount: 0 });
    expect([calls.price, calls.inventory, calls.discount].map((call) => call.mock.calls.length)).toEqual([
      0, 0, 0,
    ]);
  });

  test('prices already known are not asked for again; another customisation is another price [PRICE-13]', async () => {
    const calls = shop();
    const cache = new Map();
    const bag = bagOf(mug);
    await fetchPricing(bag, calls, cache);
    await fetchPricing(bag, calls, cache);
    expect(calls.price).toHaveBeenCalledOnce();
    const tailored = { ...mug, customizedOptions: [{ type: 1, name: 'text', value: 'Ada', price: 0 }] };
    await fetchPricing({ ...bag, lines: [...bag.lines, ...bagOf(tailored, bowl).lines] }, calls, cache);
    expect(calls.price.mock.calls[1]![0].map((entry) => entry.variant_id)).toEqual([101, 201]);
  });

  test('gifts are not priced [PRICE-14]', async () => {
    const calls = shop();
    await fetchPricing(bagOf(gift()), calls, new Map());
    expect(calls.price).not.toHaveBeenCalled();
    expect(calls.inventory).toHaveBeenCalledOnce();
  });

  test('any code but 0 is no quote: the lines stay and no total is invented [PRICE-18]', async () => {
    const bag = bagOf(mug, bowl);
    const noStock = { ...shop(), inventory: async () => failure };
    expect(await fetchPricing(bag, noStock, new Map())).toBeNull();
    const nothing = { ...shop(), price: async () => failure, discount: async () => failure };
    expect(await fetchPricing(bag, nothing, new Map())).toBeNull();
    const noPrices = { ...shop({}, { 101: 24 }), price: async () => failure };
    const cache = new Map();
    expect(await fetchPricing(bag, noPrices, cache)).not.toBeNull();
    expect(cache.size).toBe(0);
    expect(createBagViewModel(bag, null, 'failed', cache)).toMatchObject({
      total: null,
      discount: null,
      hasFailed: true,
      count: 2,
      lines: [{ price: 24 }, { price: 38 }],
    });
  });

  test('bundle groups are sent apart with their code, everything else together, the coupon in each', () => {
    const part = {
      ...mug,
      type: 2,
      code: 'SET',
      group: 'SET',
      extend_params: { is_gift: 0 as const, unit: 2 },
    };
    const groups = toCheckoutGroups({
      ...bagOf(mug, part, { ...part, sku_id: 5 }, bowl),
      coupon: 'SAVE10',
      isCouponConfirmed: true,
    });
    expect(groups.map((group) => [group.discount?.discount_code, group.variant_items.length])).toEqual([
      [undefined, 2],
      ['SET', 2],
    ]);
    expect(groups.map((group) => [group.coupon, group.is_do_second_confirm])).toEqual([
      ['SAVE10', 1],
      ['SAVE10', 1],
    ]);
    expect(groups[1]!.variant_items[0]!.extend_params).toEqual({ unit: 2 });
  });
});

describe('showing', () => {
  test('a line the server says is on sale can be chosen, any other cannot [PRICE-05, PRICE-07, PRICE-08, PRICE-09, PRICE-11]', async () => {
    for (const problem of ['sold_out', 'changed', 'deleted', 'unpublished']) {
      const { lines, canCheckout, total } = await shown(bagOf(mug, bowl), { 101: problem });
      expect(lines.map(({ status, isSelected }) => [status, isSelected])).toEqual([
        [0, false],
        [1, true],
      ]);
      expect([canCheckout, total]).toEqual([true, 38]);
    }
  });

  test('sale_inventory_quantity becomes the quantity that can be had, and a large number when it is missing [PRICE-04]', async () => {
    expect((await shown(bagOf(mug))).lines[0]!.saleQuantity).toBe(7);
    const calls = {
      ...shop(),
      inventory: async () =>
        ok([{ sku_id: 101, sale_status: 1 as const, is_product_deleted: false, is_product_published: true }]),
    };
    const bag = bagOf(mug);
    expect(
      createBagViewModel(bag, await fetchPricing(bag, calls, new Map()), 'idle', new Map()).lines[0]!
        .saleQuantity,
    ).toBe(999_999);
    expect(unlimitedQuantity).toBe(999_999);
  });

  test('a gift that is sold out stays in the list, without price, not selectable [PRICE-06, PRICE-10]', async () => {
    const bag = bagOf(gift(), bowl);
    const quote = await fetchPricing(bag, shop({ 101: 'sold_out' }), new Map());
    expect(linesToDrop(quote!)).toEqual([]);
    expect(createBagViewModel(bag, quote, 'idle', new Map()).lines[0]).toMatchObject({
      status: 0,
      isSelected: false,
      price: 0,
    });
  });

  test('pre-sale lines, and gifts whose rule is lost, leave after pricing; a lost gift is no reason for other lines [PRICE-12]', async () => {
    const bag = bagOf(mug, bowl, gift({ sku_id: 7 }));
    const quote = await fetchPricing(bag, shop({ 101: 'presale', 7: 'gift_lost' }), new Map());
    expect(linesToDrop(quote!).map((line) => line.sku_id)).toEqual([101, 7]);
  });

  test('more pieces than are left, or nothing chosen, keep the checkout closed', async () => {
    expect((await shown(bagOf(mug), { 101: 'not_enough' })).canCheckout).toBe(false);
    expect((await shown(bagOf({ ...mug, is_selected: false }))).canCheckout).toBe(false);
    expect((await shown(bagOf(gift()))).canCheckout).toBe(false);
  });

  test('totals and line amounts of an older bag are never shown for a newer one', async () => {
    const bag = bagOf(mug);
    const quote = await fetchPricing(bag, shop(), new Map());
    const changed = setQuantity(bag.lines[0]!, 3)(bag);
    expect(createBagViewModel(changed, quote, 'updating', new Map())).toMatchObject({
      total: null,
      isUpdating: true,
      count: 3,
      lines: [{ charge: null, price: 24 }],
    });
  });

  test('a checkout is sent the prices that were shown, not those of the day a line was added, and no sold-out line as chosen', async () => {
    const bag = bagOf(mug, bowl);
    const quote = await fetchPricing(bag, shop({}, { 101: 19 }), new Map());
    expect(withDisplayedPrices(bag, quote).lines.map((line) => line.price)).toEqual([19, 38]);
    expect(withDisplayedPrices(bag, null)).toEqual(bag);
    const soldOut = await fetchPricing(bag, shop({ 101: 'sold_out' }), new Map());
    expect(withDisplayedPrices(bag, soldOut).lines.map((line) => line.is_selected)).toEqual([false, true]);
  });

  test('a coupon that took no effect is not ordered with; while nothing is known it is [DISC-30]', async () => {
    const bag = { ...bagOf(mug), coupon: 'EXPIRED' };
    const quote = await fetchPricing(bag, shop(), new Map());
    expect(quote?.coupon).toBe('');
    expect(withDisplayedPrices(bag, quote).coupon).toBe('');
    expect(withDisplayedPrices({ ...bag }, quote).coupon).toBe('EXPIRED');
    expect(withDisplayedPrices(bag, null).coupon).toBe('EXPIRED');
  });

  test('each problem has its words', () => {
    expect(['sold_out', 'deleted', 'unpublished', 'changed', 'not_enough', ''].map(problemTextKey)).toEqual([
      'soldOut',
      'soldOut',
      'soldOut',
      'tailorUpdated',
      '',
      '',
    ]);
  });
});

describe('when prices are asked for', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    pricing.stop();
    vi.useRealTimers();
  });
  const $bag = atom<Bag>(emptyBag);
  let pricing: PricingStore;
  const start = (calls: PricingApi, isVisible = () => true) => {
    pricing = createPricingStore({ $bag, calls, isVisible, onQuote: () => {} });
    return pricing;
  };
  const change = (next: (bag: Bag) => Bag) => $bag.set(next($bag.get()));

  test('a burst of changes is one question, 100 ms after the last; a deletion asks after 500 ms [BAG-30, BAG-31]', async () => {
    $bag.set(bagOf(bowl));
    const calls = shop();
    start(calls);
    for (let n = 0; n < 5; n++) change(addBagLine(mug, makeId));
    await vi.advanceTimersByTimeAsync(99);
    expect(calls.discount).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.discount).toHaveBeenCalledOnce();
    change((bag) => removeBagLine(bag.lines[0]!)(bag));
    await vi.advanceTimersByTimeAsync(499);
    expect(calls.discount).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.discount).toHaveBeenCalledTimes(2);
  });

  test('answers out of order: the one to an older bag is dropped, whenever it comes', async () => {
    $bag.set(bagOf(mug));
    const answers: (() => void)[] = [];
    const calls = shop();
    const { $quote, $state, refresh } = start({
      ...calls,
      discount: async (bag) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return calls.discount(bag);
      },
    });
    void refresh();
    await vi.advanceTimersByTimeAsync(0);
    change((bag) => setQuantity(bag.lines[0]!, 5)(bag));
    await vi.advanceTimersByTimeAsync(100);
    answers[1]!();
    await vi.advanceTimersByTimeAsync(0);
    expect([$quote.get()?.totalPay, $state.get()]).toEqual([120, 'idle']);
    answers[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect([$quote.get()?.totalPay, $state.get()]).toEqual([120, 'idle']);
  });

  test('an answer that comes after a change is dropped even before the next question is asked', async () => {
    $bag.set(bagOf(mug));
    const { $quote, $state, refresh } = start(shop());
    const asked = refresh();
    change((bag) => setQuantity(bag.lines[0]!, 2)(bag));
    await asked;
    expect([$quote.get(), $state.get()]).toEqual([null, 'updating']);
  });

  test('a failure says so and the next try mends it', async () => {
    $bag.set(bagOf(mug));
    let isDown = true;
    const calls = shop();
    const { $quote, $state, refresh } = start({
      ...calls,
      discount: async (bag) => (isDown ? failure : calls.discount(bag)),
    });
    await refresh();
    expect([$state.get(), $quote.get()?.isPlain]).toEqual(['failed', true]);
    isDown = false;
    await refresh();
    expect([$state.get(), $quote.get()?.totalPay]).toEqual(['idle', 24]);
  });

  test('a tab nobody looks at asks nothing', async () => {
    $bag.set(bagOf(mug));
    const calls = shop();
    start(calls, () => false);
    change(addBagLine(bowl, makeId));
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls.discount).not.toHaveBeenCalled();
  });
});
