import type { APIRoute } from 'astro';
import { dataOrThrow } from '#components/page-data.ts';
import { renderSitemapIndex } from '#lib/pages/sitemap.ts';

/** Returns the sitemap index. */
export const GET: APIRoute = async ({ locals }) => {
  const { origin } = locals;
  const { files } = dataOrThrow(await locals.api('GET /api/v1/storefront/sitemap'));
  const paths = files.map(({ kind, page_num }) => `/sitemap/${kind}-${page_num}.xml`);
  return new Response(renderSitemapIndex(origin, ['/sitemap/shop.xml', ...paths]), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
