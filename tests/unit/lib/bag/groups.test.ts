import { describe, expect, test } from 'vitest';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { areAllSelected, bundlesInStock, groupBagLines } from '#lib/bag/bag-groups.ts';
import { emptyPricing } from '#lib/bag/bag-pricing.ts';
import { type BagLineViewModel, createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';
import type { WireGroup } from '#lib/contract/wire-checkout-group.ts';
import type { WireDiscount } from '#lib/contract/wire-discount.ts';
import { bowl, makeId, mug } from './fixtures.ts';

const promotion = (discount_id: number, status: 0 | 1 | 2 = 1): WireDiscount => ({
  status,
  seo_url: 'lay-the-table',
  discount_type: 1,
  discount_id,
  discount_code: '',
  desc: '{0}',
  params: ['Lay the table'],
  amounts: { origin_amount: 0, discount_amount: 0, pay_amount: 0 },
  json_config: { cartShowDiscount: true, bannerBgColor: '', bannerFontColor: '' },
});

interface Case {
  line?: Partial<NewLine>;
  isSelected?: boolean;
  status?: 0 | 1;
  discount?: WireDiscount;
}

/** Returns the lines that the bag shows when the server responds with these cases. */
function shown(...cases: Case[]): BagLineViewModel[] {
  const lines = cases.map(({ line = {}, isSelected = true }, at) =>
    makeLine({ ...mug, sku_id: 100 + at, ...line, is_selected: isSelected }, makeId()),
  );
  const bag = { ...emptyBag, lines };
  const items = lines.map((line, at) => ({
    random_id: line.random_id,
    quantity: line.quantity,
    variant_price: 24,
    original_price: 24,
    origin_amount: 24,
    pay_amount: 24,
    status: cases[at]!.status ?? 1,
    problem: '',
  })) as unknown as WireGroup['variant_items'];
  const groups = items.map((item, at) => ({
    variant_items: [item],
    ...(cases[at]!.discount && { discount: cases[at]!.discount }),
  }));
  const quote = { ...emptyPricing(bag), groups, items: new Map(items.map((item) => [item.random_id, item])) };
  return createBagViewModel(bag, quote, 'idle', new Map()).lines;
}

const part = { type: 2, code: 'SET', group: 'SET' };
const states = (lines: BagLineViewModel[]) =>
  groupBagLines(lines).map(({ isSelected, isDisabled }) => [isSelected, isDisabled]);

describe('groups of the bag', () => {
  test('lines of one promotion stand together, a bundle by itself, plain lines together, in the order of their first lines', () => {
    const tier = promotion(3);
    const groups = groupBagLines(
      shown({ discount: tier }, {}, { line: part }, { discount: tier }, { line: { ...part, ...bowl } }, {}),
    );
    expect(groups.map(({ lines }) => lines.length)).toEqual([2, 2, 2]);
    expect(groups.map(({ isBundle }) => isBundle)).toEqual([false, false, true]);
    expect(groups.map(({ discount }) => discount?.discount_id)).toEqual([3, undefined, undefined]);
  });

  test('one is selected when all its lines are [BAG-38]', () => {
    expect(states(shown({}, {}))).toEqual([[true, false]]);
    expect(states(shown({}, { isSelected: false }))).toEqual([[false, false]]);
  });

  test('a line that cannot be had is not to be selected, and its group goes by the others [BAG-38]', () => {
    expect(states(shown({}, { status: 0 }))).toEqual([[true, false]]);
  });

  test('one is disabled when its promotion is not active; a step not reached yet disables nothing [BAG-39]', () => {
    expect(states(shown({ discount: promotion(3, 0) }))).toEqual([[false, true]]);
    expect(states(shown({ discount: promotion(3, 2) }))).toEqual([[true, false]]);
  });

  test('one is disabled when every line of it is unavailable [BAG-40]', () => {
    expect(states(shown({ status: 0 }, { status: 0 }))).toEqual([[false, true]]);
    expect(states(shown({ status: 0 }, {}))).toEqual([[true, false]]);
  });

  test('a bundle with a line that is unavailable is disabled, and none of its lines is selected [BAG-41]', () => {
    const lines = shown({ line: part }, { line: { ...part, sku_id: 9 }, status: 0 });
    expect(states(lines)).toEqual([[false, true]]);
    expect(lines.map(({ isSelected }) => isSelected)).toEqual([false, false]);
  });

  test('all is selected when selected and disabled groups are all there are [BAG-42]', () => {
    const off = { discount: promotion(3, 0) };
    const isAll = (...cases: Case[]) => areAllSelected(groupBagLines(shown(...cases)));
    expect(isAll({}, off)).toBe(true);
    expect(isAll({ isSelected: false }, off)).toBe(false);
    expect(isAll({}, { discount: promotion(4), isSelected: false })).toBe(false);
    expect(isAll({}, { discount: promotion(4) }, off)).toBe(true);
  });
});

test('of a bundle there are as many as its scarcest part makes: 10 and 9 ÷ 2 are 4 [DISC-18]', () => {
  const lines = shown(
    { line: { ...part, extend_params: { is_gift: 0, unit: 1 } } },
    { line: { ...part, extend_params: { is_gift: 0, unit: 2 } } },
  );
  const stocked = lines.map((entry, at) => ({ ...entry, saleQuantity: [10, 9][at]! }));
  expect(bundlesInStock(stocked)).toBe(4);
});
