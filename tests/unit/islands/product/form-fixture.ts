/** A product and a shop, as pages pass them to islands. */

import type { ProductData } from '#islands/product/product-data.ts';
import type { IslandShopProps } from '#lib/bag/shop-texts.ts';
import type { CustomOptionData } from '#lib/contract/product.ts';
import { usdConfig } from '#lib/currency/config.ts';

export const islandShop: IslandShopProps = {
  currency: usdConfig,
  texts: {},
  bag: {
    afterAdd: 'toast',
    bagStyle: 'drawer',
    bagIcon: 'popup',
    bagBadgeStyle: 'number',
    bagSelection: 'shown',
    freeShippingThreshold: 59,
    toastDuration: 1000,
  },
};

/** Returns a product with two glazes and two sizes: Ink has no large variant, and its small one is sold out. */
export function productData(change: Partial<ProductData> = {}): ProductData {
  return {
    id: 7,
    title: 'Mug',
    seo_url: 'mug',
    isPreSale: false,
    is_virtual: false,
    noOptions: false,
    options: [
      { name: 'Glaze', values: [{ value: 'Oat' }, { value: 'Ink' }] },
      { name: 'Size', values: [{ value: 'Small' }, { value: 'Large' }] },
    ],
    variants: {
      sku_id: [71, 72, 73],
      choice: [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
      sale_price: [20, 30, 20],
      original_price: [20, 30, 20],
      compare_at_price: [null, 35, null],
      sale_status: [1, 1, 0],
      picture: [-1, -1, -1],
      sku: ['a', 'b', 'c'],
    },
    custom_options: [],
    pictures: [],
    ...change,
  };
}

export function customOption(change: Partial<CustomOptionData>): CustomOptionData {
  return { type: 1, name: 'text', label: 'Text', required: false, price: 0, values: [], ...change };
}

/** Returns an island's `props` attribute as Astro writes it (client/intent/astro-internals.ts). */
export function islandProps(props: object): string {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return [1, value.map(written)];
    return [0, typeof value === 'object' && value !== null ? mapped(value) : value];
  };
  const mapped = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, written(entry)]));
  return `props="${JSON.stringify(mapped(props)).replaceAll('"', '&quot;')}"`;
}

/** Returns a fetch stub that responds by a part of the URL; other requests stay pending. */
export function answering(answers: Record<string, unknown>) {
  return (address: string) => {
    const found = Object.keys(answers).find((part) => address.includes(part));
    if (found === undefined) return new Promise<Response>(() => {});
    return Promise.resolve(Response.json({ code: 0, msg: '', data: answers[found] }));
  };
}
