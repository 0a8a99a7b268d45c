/** Names of what cached pages are made from. The one place that spells them; a purge of a tag forgets every page made from it. */
export const tags = {
  product: (id: number) => `product:${id}`,
  /** Products that were not there before, first to last: no page was made from them, but lists and searches find them now. */
  newProducts: (first: number, last: number) => `products:${first}-${last}`,
  collection: (id: number) => `collection:${id}`,
  /** Lists over the whole catalogue: all collections, sitemap. */
  catalog: 'catalog',
  article: (id: number) => `article:${id}`,
  page: (id: number) => `page:${id}`,
  promotions: 'promotions',
  setting: (key: string) => `setting:${key}`,
  /** One part of a setting that pages show by itself, such as the sections of one page. */
  settingPart: (key: string, part: string) => `setting:${key}:${part}`,
};

/** Products that a tag names; none for tags of other things. */
export function productIdsOf(tag: string): number[] {
  const [, from, to] = /^products?:(\d+)(?:-(\d+))?$/.exec(tag) ?? [];
  if (from === undefined) return [];
  const first = Number(from);
  return Array.from({ length: Number(to ?? from) - first + 1 }, (_, at) => first + at);
}
