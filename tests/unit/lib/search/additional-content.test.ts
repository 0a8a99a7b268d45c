import { expect, it } from 'vitest';
import type { ProductCardData } from '#lib/contract/product.ts';
import { getAdditionalSearchContent } from '#lib/search/additional-content.ts';

it('shows nothing beside the products where the answering platform does not look there', () => {
  const nothing = { articles: [], mentions: [], row: [], isNear: false, pages: [], first: null };
  expect(getAdditionalSearchContent({})).toEqual(nothing);
  expect(getAdditionalSearchContent(null)).toEqual(nothing);
  const pages = [{ title: 'Shipping', seo_url: 'shipping' }];
  expect(getAdditionalSearchContent({ pages })).toEqual({ ...nothing, pages });
});

it('makes one row of what mentions the words and what sells best, where less than a row was found [SRCH-09]', () => {
  const cards = (...ids: number[]) => ids.map((id) => ({ id }) as ProductCardData);
  expect(getAdditionalSearchContent({ mentions: cards(1, 2, 3) })).toMatchObject({
    mentions: cards(1, 2, 3),
    row: [],
    isNear: false,
  });
  const few = getAdditionalSearchContent({ mentions: cards(1), instead: cards(5, 6, 7, 8) });
  expect(few).toMatchObject({ mentions: [], row: cards(1, 5, 6, 7), isNear: true });
  expect(getAdditionalSearchContent({ instead: cards(5, 6, 7, 8) })).toMatchObject({
    row: cards(5, 6, 7, 8),
    isNear: false,
  });
});
