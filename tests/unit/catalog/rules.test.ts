import { describe, expect, it } from 'vitest';
import { findRow, firstRow, isReachable, rowOf } from '#lib/catalog/variant-table.ts';
import type { VariantTable } from '#lib/contract/product.ts';
import { averageStars } from '#server/catalog/comment-rules.ts';
import { rankBySearch, sortCandidates } from '#server/catalog/search-rank.ts';
import { queryWords, searchWords } from '#server/catalog/search-words.ts';
import { piecesForSale, saleStatus, unlimited } from '#server/catalog/stock.ts';
import { findRedirect } from '#server/content/redirects.ts';

describe('stock', () => {
  it('sells what is left with deny, and without end with continue or uncounted [PRICE-04]', () => {
    const variant = { stock: 3, isTracked: true, inventoryPolicy: 'deny' as const };
    expect([piecesForSale(variant), saleStatus(variant)]).toEqual([3, 1]);
    expect([piecesForSale({ ...variant, stock: 0 }), saleStatus({ ...variant, stock: 0 })]).toEqual([0, 0]);
    expect(piecesForSale({ ...variant, stock: -2 })).toBe(0);
    expect(piecesForSale({ ...variant, stock: 0, inventoryPolicy: 'continue' })).toBe(unlimited);
    expect(piecesForSale({ ...variant, stock: 0, isTracked: false })).toBe(unlimited);
  });
});

describe('average stars', () => {
  it('has one decimal, halves up', () => {
    expect([averageStars(0, 0), averageStars(4, 17), averageStars(3, 14), averageStars(20, 85)]).toEqual([
      0, 4.3, 4.7, 4.3,
    ]);
  });
});

describe('search words', () => {
  it('folds case and accents, splits on anything that is no letter or digit, and takes each word once', () => {
    expect(searchWords('Éclair-Bowl, 2× bowl')).toEqual(['eclair', 'bowl', '2']);
    expect(searchWords('陶器 mug')).toEqual(['陶', '器', 'mug']);
  });
  it('cannot be made to hold operators of a query language', () => {
    expect(queryWords(`"a" OR b:* & !c | 'd'`)).toEqual(['a', 'or', 'b', 'c', 'd']);
    expect(queryWords('  ')).toEqual([]);
  });
});

describe('ranking', () => {
  const candidate = (id: number, title: string, minPrice = 100, createdAt = 0) => ({
    id,
    title,
    minPrice,
    createdAt,
    inStock: 1 as const,
  });
  it('puts the very title first, then its beginning, then whole words, then beginnings of words, equals by id', () => {
    const found = [
      candidate(5, 'Mugwort tea'),
      candidate(4, 'Big mug'),
      candidate(3, 'Mug'),
      candidate(2, 'Mug rack'),
      candidate(1, 'Big mug'),
    ];
    expect(rankBySearch(found, 'mug').map(({ id }) => id)).toEqual([3, 2, 5, 1, 4]);
  });
  it('sorts as R93 says, equal keys by id', () => {
    const found = [candidate(3, 'b', 200, 9), candidate(2, 'A', 100, 9), candidate(1, 'c', 100, 5)];
    const order = (sort: 0 | 1 | 4 | 5 | 6 | 7) => sortCandidates(found, sort).map(({ id }) => id);
    expect([order(0), order(1), order(4), order(5), order(6), order(7)]).toEqual([
      [3, 2, 1],
      [2, 3, 1],
      [2, 3, 1],
      [1, 3, 2],
      [1, 2, 3],
      [3, 1, 2],
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
    expect(rowOf(table, 13)).toBe(2);
    expect(firstRow(table)).toBe(1);
    expect(isReachable(table, [1, -1], 1, 0)).toBe(true);
    expect(isReachable(table, [1, -1], 1, 1)).toBe(false);
    expect(isReachable(table, [0, -1], 1, 0, true)).toBe(false);
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
