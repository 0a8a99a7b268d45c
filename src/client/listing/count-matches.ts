/** How many products the choices of a filter form leave (API-104), and what its button then says. */

import { api } from '#client/api.ts';
import { readFilters } from '#lib/catalog/filters.ts';
import { textIn } from '#lib/messages/format.ts';
import { listingTexts } from '#lib/messages/listing.ts';

let asked = 0;

/** @returns null as `countMatches` */
export async function matchesText(form: HTMLFormElement): Promise<string | null> {
  const count = await countMatches(form);
  if (count === null) return null;
  const text = textIn(listingTexts, JSON.parse(form.dataset.texts ?? '{}'));
  return count === 0 ? text('showNone') : text('showCount', { count });
}

/** @returns null when the shop cannot be reached, or when a later call was made meanwhile */
export async function countMatches(form: HTMLFormElement): Promise<number | null> {
  asked += 1;
  const own = asked;
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const { options, tags, vendors, productTypes, inStock, priceMin, priceMax } = readFilters(query);
  const { collection } = form.dataset;
  const answer = await api('POST /api/v1/productFilterSelector', {
    body: {
      ...(collection && { collection_id: Number(collection) }),
      q: query.get('q') ?? '',
      filters: {
        options: Object.fromEntries(Object.entries(options).map(([name, values]) => [name, [...values]])),
        tags: [...tags],
        vendors: [...vendors],
        product_types: [...productTypes],
        in_stock: inStock,
        price_min: priceMin,
        price_max: priceMax,
      },
      page_size: 1,
    },
  });
  return own === asked ? (answer.data?.total ?? null) : null;
}
