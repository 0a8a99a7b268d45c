/** Addresses of the shop's pages, as links, canonical links and the sitemap write them (R19). */
export const productPath = (seoUrl: string) => `/products/${encodeURIComponent(seoUrl)}`;
/** @param skuId the variant it begins with; null, or nothing from another platform: the one that the page begins with by itself */
export const variantPath = (seoUrl: string, skuId: number | null | undefined) =>
  skuId ? `${productPath(seoUrl)}?variant=${skuId}` : productPath(seoUrl);
export const collectionPath = (seoUrl: string) => `/collections/${encodeURIComponent(seoUrl)}`;
export const articlePath = (seoUrl: string) => `/blogs/${encodeURIComponent(seoUrl)}`;
export const promotionPath = (seoUrl: string) => `/promotions/${encodeURIComponent(seoUrl)}`;
export const pagePath = (seoUrl: string) => `/pages/${encodeURIComponent(seoUrl)}`;

/**
 * The one address of a page for search engines: absolute, on the shop's own origin, whatever host was asked.
 * @param origin without a trailing slash
 * @param path path with the query that belongs to the page, e.g. from listPath
 */
export function canonicalFor(origin: string, path: string): string {
  return origin + (path === '/' ? '/' : path.replace(/\/(?=\?|$)/, ''));
}

/** Sort choices of a list by sort_type (SRCH-12 to SRCH-16), as they are offered; 0 is the list's own order. */
export const sortChoices = [0, 1, 6, 7, 4, 5] as const;
