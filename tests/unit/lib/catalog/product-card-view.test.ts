import { describe, expect, test } from 'vitest';
import { maxThumbs, toProductCardView } from '#lib/catalog/product-card-view.ts';
import type { ProductCardData } from '#lib/contract/product.ts';

const picture = { id: 'a', width: 800, height: 1000, alt: '', color: '#ffffff' };

const card = (more: Partial<ProductCardData>): ProductCardData => ({
  id: 1,
  seo_url: 'cup',
  title: 'Cup',
  sale_price: 20,
  compare_at_price: null,
  original_price: 20,
  price_varies: false,
  original: picture,
  second: null,
  img_size: '3:4',
  options_image: [],
  comment_num: 0,
  comment_avg_star: 0,
  variant: null,
  sku_id: 11,
  sale_status: 1,
  in_stock: true,
  isPreSale: false,
  isNew: false,
  noOptions: true,
  has_custom_props: false,
  ...more,
});
const facts = (more: Partial<ProductCardData>) => toProductCardView(card(more));

describe('the price before, on a card', () => {
  test('is the compare-at price where that is higher, and nothing where it is not [CARD-02]', () => {
    expect(facts({ compare_at_price: 25 }).was).toBe(25);
    expect(facts({ compare_at_price: 20 }).was).toBeNull();
    expect(facts({ compare_at_price: 15 }).was).toBeNull();
    expect(facts({}).was).toBeNull();
  });

  test('is what it costs without the one-price promotion, if that is more', () => {
    expect(facts({ sale_price: 10, original_price: 20 }).was).toBe(20);
    expect(facts({ sale_price: 10, original_price: 20, compare_at_price: 25 }).was).toBe(25);
  });
});

test('a card has one badge: what keeps from buying comes first, then what is gained [CARD-07]', () => {
  const all = { isPreSale: true, isNew: true, compare_at_price: 25 };
  expect(facts({ ...all, sale_status: 0 }).badge).toBe('soldOut');
  expect(facts(all).badge).toBe('preOrder');
  expect(facts({ ...all, isPreSale: false }).badge).toBe('sale');
  const reduced = { name: 'Large', sale_price: 30, price_before: 40 };
  expect(facts({ isNew: true, reduced }).badge).toBe('sale');
  expect(facts({ isNew: true }).badge).toBe('newHere');
  expect(facts({}).badge).toBeNull();
});

test('quick add is off when sold out, adds without a choice, else lets choose, and leaves the rest to the page [CARD-07, CARD-10, CARD-11]', () => {
  expect(facts({ sale_status: 0 }).quickAdd).toBe('none');
  expect(facts({}).quickAdd).toBe('add');
  expect(facts({ noOptions: false }).quickAdd).toBe('choose');
  expect(facts({ isPreSale: true }).quickAdd).toBe('page');
  expect(facts({ has_custom_props: true }).quickAdd).toBe('page');
});

test('thumbnails are what can be seen of the values, none without a choice of them [CARD-05]', () => {
  const thumb = (value: string, more: object) => ({ value, picture: null, sku_id: 1, ...more });
  const sage = thumb('Sage', { styleValue: '#8ba297' });
  const oat = thumb('Oat', { picture });
  expect(facts({ options_image: [sage, thumb('Unseen', {}), oat] }).thumbs).toEqual([sage, oat]);
  expect(facts({ options_image: [sage] }).thumbs).toEqual([]);
  const many = Array.from({ length: 30 }, () => sage);
  expect(facts({ options_image: many }).thumbs).toHaveLength(maxThumbs);
  const restOf = (count: number) => facts({ options_image: many.slice(0, count) }).rest;
  expect([1, 3, 4, 12, 13].map(restOf)).toEqual([null, null, 'counted', 'counted', 'many']);
});
