/** Returns the shop's contact email and policy pages, for questions about an order. */
import type { OrderHelp } from '#islands/order/OrderHelp.tsx';
import { pagePath } from '#lib/pages/paths.ts';
import { dataIfOk, pageData } from './page-data.ts';

export async function fetchOrderHelp(locals: App.Locals): Promise<OrderHelp> {
  const { shop, contentLang } = await pageData(locals);
  const query = { articleIds: shop.checkoutArticleIds.join(',') };
  const pages = dataIfOk(await locals.api('GET /api/v1/checkout/footer', { query })) ?? [];
  return {
    email: shop.email,
    lang: contentLang,
    pages: pages.flatMap(({ title, seo_url }) => (seo_url ? [{ title, path: pagePath(seo_url) }] : [])),
  };
}
