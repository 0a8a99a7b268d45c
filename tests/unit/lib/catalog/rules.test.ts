import { describe, expect, it } from 'vitest';
import { findRow, findRowBySkuId, getInitialRow, hasMatchingVariant } from '#lib/catalog/variant-table.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import { averageStars } from '#server/catalog/comment-rules.ts';
import { saleStatus, unitsForSale, unlimitedStock } from '#server/catalog/stock.ts';
import { findRedirect } from '#server/content/redirects.ts';

describe('stock', () => {
  it('sells what is left with deny, and without end with continue or uncounted [PRICE-04]', () => {
    const variant = { stock: 3, isTracked: true, inventoryPolicy: 'deny' as const };
    expect([unitsForSale(variant), saleStatus(variant)]).toEqual([3, 1]);
    expect([unitsForSale({ ...variant, stock: 0 }), saleStatus({ ...variant, stock: 0 })]).toEqual([0, 0]);
    expect(unitsForSale({ ...variant, stock: -2 })).toBe(0);
    expect(unitsForSale({ ...variant, stock: 0, inventoryPolicy: 'continue' })).toBe(unlimitedStock);
    expect(unitsForSale({ ...variant, stock: 0, isTracked: false })).toBe(unlimitedStock);
  });
});

describe('average stars', () => {
  it('has one decimal, halves up', () => {
    expect([averageStars(0, 0), averageStars(4, 17), averageStars(3, 14), averageStars(20, 85)]).toEqual([
      0, 4.3, 4.7, 4.3,
    ]);
  });
});

describe('redirects', () => {
  const redirects = [
    { from: '/mugs', to: '/products/tidal-mug', status: 301 as const },
    { from: '/loop', to: '/loop/', status: 301 as const },
  ];
  it('finds a path whatever its trailing slash, and never leads to itself', () => {
    expect(findRedirect(redirects, '/mugs/')).toEqual({ to: '/products/tidal-mug', status: 301 });
    expect(findRedirect(redirects, '/loop')).toBeNull();
    expect(findRedirect(redirects, '/else')).toBeNull();
  });
});

describe('table of variants', () => {
  const table = tableOf([
    [11, [0, 0], 0],
    [12, [0, 1], 1],
    [13, [1, 0], 1],
  ]);
  it('finds the variant of a choice and says which values can still be reached', () => {
    expect(findRow(table, [0, 1])).toBe(1);
    expect(findRow(table, [1, 1])).toBe(-1);
    expect(findRowBySkuId(table, 13)).toBe(2);
    expect(getInitialRow(table)).toBe(1);
    expect(hasMatchingVariant(table, [1, -1], 1, 0)).toBe(true);
    expect(hasMatchingVariant(table, [1, -1], 1, 1)).toBe(false);
    expect(hasMatchingVariant(table, [0, -1], 1, 0, true)).toBe(false);
  });
});

function tableOf(rows: [id: number, choice: number[], status: 0 | 1][]): VariantTable {
  return {
    sku_id: rows.map(([id]) => id),
    choice: rows.map(([, choice]) => choice),
    sale_status: rows.map(([, , status]) => status),
    sale_price: rows.map(() => 10),
    original_price: rows.map(() => 10),
    compare_at_price: rows.map(() => null),
    picture: rows.map(() => -1),
    sku: rows.map(() => ''),
  };
}
