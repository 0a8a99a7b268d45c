/** Names of what cached pages are made from. The one place that spells them; a purge of a tag forgets every page made from it. */
export const tags = {
  product: (id: number) => `product:${id}`,
  collection: (id: number) => `collection:${id}`,
  /** Lists over the whole catalogue: all collections, sitemap. */
  catalog: 'catalog',
  article: (id: number) => `article:${id}`,
  page: (id: number) => `page:${id}`,
  promotions: 'promotions',
  setting: (key: string) => `setting:${key}`,
};
