/** Builds the paths of the shop's pages, for links, canonical links and the sitemap (R19). */
export const productPath = (seoUrl: string) => `/products/${encodeURIComponent(seoUrl)}`;
/**
 * Returns the path of a product with a variant selected.
 * @param skuId id of the variant; null, or undefined on another platform, selects the page's default variant
 */
export const variantPath = (seoUrl: string, skuId: number | null | undefined) =>
  skuId ? `${productPath(seoUrl)}?variant=${skuId}` : productPath(seoUrl);
export const collectionPath = (seoUrl: string) => `/collections/${encodeURIComponent(seoUrl)}`;
export const articlePath = (seoUrl: string) => `/blogs/${encodeURIComponent(seoUrl)}`;
export const promotionPath = (seoUrl: string) => `/promotions/${encodeURIComponent(seoUrl)}`;
export const pagePath = (seoUrl: string) => `/pages/${encodeURIComponent(seoUrl)}`;

/**
 * Returns the canonical URL of a page: absolute, and always on the shop's own origin, regardless of the host in the request.
 * @param origin without a trailing slash
 * @param path path with the query that belongs to the page, e.g. from listPath
 */
export function canonicalUrl(origin: string, path: string): string {
  return origin + (path === '/' ? '/' : path.replace(/\/(?=\?|$)/, ''));
}

/** Sort options of a list by sort_type, in display order (SRCH-12 to SRCH-16); 0 is the list's default order. */
export const sortOptions = [0, 1, 6, 7, 4, 5] as const;
