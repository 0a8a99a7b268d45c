import { expect, it } from 'vitest';
import { besideOf } from '#lib/search/beside.ts';

it('shows nothing beside the products where the answering platform does not look there', () => {
  const nothing = { articles: [], mentions: [], pages: [], first: null };
  expect(besideOf({})).toEqual(nothing);
  expect(besideOf(null)).toEqual(nothing);
  const pages = [{ title: 'Shipping', seo_url: 'shipping' }];
  expect(besideOf({ pages })).toEqual({ ...nothing, pages });
});
