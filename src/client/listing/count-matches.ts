/** What a filter form's button says of how many products its choices leave (API-104). */

import { api } from '#client/api.ts';
import { readFilters } from '#lib/catalog/filters.ts';
import { textIn } from '#lib/messages/format.ts';
import { listingTexts } from '#lib/messages/listing.ts';

let asked = 0;

/** @returns null when the shop cannot be reached, or when a later call was made meanwhile */
export async function matchesText(form: HTMLFormElement): Promise<string | null> {
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
  if (own !== asked || !answer.data) return null;
  const text = textIn(listingTexts, JSON.parse(form.dataset.texts ?? '{}'));
  const { total: count } = answer.data;
  return count === 0 ? text('showNone') : text('showCount', { count });
}
