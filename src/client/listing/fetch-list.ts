/** Fetches the products that match a filter form (COLL-10, API-104). */
import { api } from '#client/api/api.ts';
import { readFilters } from '#lib/catalog/filters.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { createTranslate } from '#lib/messages/format.ts';
import { listingTexts } from '#lib/messages/listing.ts';

type Answer = Envelope<ResponseData<Endpoints['POST /api/v1/productFilterSelector']>>;

/** Returns the choices in a filter form as query parameters. */
export function readFilterParams(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

export function fetchProductList(form: HTMLFormElement, page_size: number): Promise<Answer> {
  const query = readFilterParams(form);
  const { options, tags, vendors, productTypes, inStock, priceMin, priceMax } = readFilters(query);
  const { collection } = form.dataset;
  return api('POST /api/v1/productFilterSelector', {
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
      sort_type: Number(query.get('sort_type') ?? 0),
      page_size,
    },
  });
}

let requestNo = 0;

/**
 * Returns the label of the filter form's button, with the number of matching products.
 * @returns null if the shop is unreachable, or if this function was called again meanwhile
 */
export async function fetchMatchCountLabel(form: HTMLFormElement): Promise<string | null> {
  requestNo += 1;
  const current = requestNo;
  const answer = await fetchProductList(form, 1);
  if (current !== requestNo || !answer.data) return null;
  const text = createTranslate(listingTexts, JSON.parse(form.dataset.texts ?? '{}'));
  const { total: count } = answer.data;
  return count === 0 ? text('showNone') : text('showCount', { count });
}
