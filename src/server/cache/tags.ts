/** Tags of the data that cached pages are built from, defined only here. A purge of a tag invalidates all pages that carry it. */
export const tags = {
  product: (id: number) => `product:${id}`,
  /** New products, first to last: no page contains them yet, but lists and searches must now find them. */
  newProducts: (first: number, last: number) => `products:${first}-${last}`,
  collection: (id: number) => `collection:${id}`,
  /** Lists of the whole catalogue: all collections, sitemap. */
  catalog: 'catalog',
  article: (id: number) => `article:${id}`,
  page: (id: number) => `page:${id}`,
  promotions: 'promotions',
  setting: (key: string) => `setting:${key}`,
  /** One part of a setting that pages show separately, such as the sections of one page. */
  settingPart: (key: string, part: string) => `setting:${key}:${part}`,
};

/** Returns the product ids of a tag; empty for other tags. */
export function productIdsFromTag(tag: string): number[] {
  const [, from, to] = /^products?:(\d+)(?:-(\d+))?$/.exec(tag) ?? [];
  if (from === undefined) return [];
  const first = Number(from);
  return Array.from({ length: Number(to ?? from) - first + 1 }, (_, at) => first + at);
}
