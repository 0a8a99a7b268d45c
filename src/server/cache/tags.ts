/** Cache tags of the data that pages are built from; tags are defined only here. A purge of a tag invalidates all pages that have it. */
export const tags = {
  product: (id: number) => `product:${id}`,
  /**
   * Tag of a range of new products, by first and last id. No page contains these products yet, but lists and searches must find them from
   * now on.
   */
  newProducts: (first: number, last: number) => `products:${first}-${last}`,
  collection: (id: number) => `collection:${id}`,
  /** Tag of lists of the whole catalogue: all collections, the sitemap. */
  catalog: 'catalog',
  article: (id: number) => `article:${id}`,
  page: (id: number) => `page:${id}`,
  promotions: 'promotions',
  setting: (key: string) => `setting:${key}`,
  /** Tag of one part of a setting, such as the sections of one page, for pages that depend only on this part. */
  settingPart: (key: string, part: string) => `setting:${key}:${part}`,
};

/** Returns the product ids that a tag covers; [] for tags that are not product tags. */
export function productIdsFromTag(tag: string): number[] {
  const [, from, to] = /^products?:(\d+)(?:-(\d+))?$/.exec(tag) ?? [];
  if (from === undefined) return [];
  const first = Number(from);
  return Array.from({ length: Number(to ?? from) - first + 1 }, (_, at) => first + at);
}
