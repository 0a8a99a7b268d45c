import { describe, expect, test } from 'vitest';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { cardView } from '#lib/recommend/card-view.ts';

const variant = (salePrice: number, sale_status: 0 | 1 = 1) =>
  ({ salePrice, sale_status }) as WireProduct['variants'][number];

const product = (more: Partial<WireProduct>): WireProduct => ({
  id: 1,
  title: 'Cup',
  seoUrl: 'cup',
  thumbnail: '',
  original: '/cup.jpeg',
  salePrice: 20,
  compareAtPrice: null,
  isPreSale: false,
  isVirtual: false,
  imgSize: '3:4',
  options: [],
  variants: [variant(20)],
  customizeOptions: [],
  ...more,
});

describe('the card of a recommended product', () => {
  test('shows the lowest price of what can be bought', () => {
    const variants = [variant(20), variant(15), variant(9, 0)];
    expect(cardView(product({ variants }))).toMatchObject({ amount: 15, isFrom: true });
    expect(cardView(product({}))).toMatchObject({ amount: 20, isFrom: false, was: null, badge: '' });
  });

  test('strikes through only what is more, and only for the price it belongs to', () => {
    expect(cardView(product({ compareAtPrice: 25 }))).toMatchObject({ was: 25, badge: 'sale' });
    expect(cardView(product({ compareAtPrice: 20 }))).toMatchObject({ was: null, badge: '' });
    const variants = [variant(20), variant(15)];
    expect(cardView(product({ compareAtPrice: 25, variants }))).toMatchObject({ amount: 15, was: null });
  });

  test('says that it is a pre-order', () => {
    expect(cardView(product({ isPreSale: true, compareAtPrice: 25 })).badge).toBe('preOrder');
  });
});
