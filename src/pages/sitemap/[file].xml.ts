import type { APIRoute } from 'astro';
import { dataOrNull, pageData } from '#components/page-data.ts';
import { renderSitemapFile } from '#lib/pages/sitemap.ts';

const filePattern = /^(products|collections|articles|pages|promotions)-([1-9]\d{0,6})$/;

/** Returns one sitemap file: `products-1.xml`, or `shop.xml` with the pages that every shop has. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { origin } = locals;
  const { languages } = await pageData(locals);
  const headers = { 'content-type': 'application/xml; charset=utf-8' };
  if (params.file === 'shop') {
    const entries = ['/', '/collections', '/blogs'].map((path) => ({ path }));
    return new Response(renderSitemapFile(origin, entries, languages), { headers });
  }
  const match = filePattern.exec(params.file ?? '');
  if (!match) return new Response(null, { status: 404 });
  const kind = match[1] as 'products' | 'collections' | 'articles' | 'pages' | 'promotions';
  const query = { kind, page_num: match[2] };
  // Check the shared, cached file list first, so that made-up file numbers cause no database queries.
  const list = dataOrNull(await locals.api('GET /api/v1/storefront/sitemap', { query: {} }))?.files ?? [];
  if (!list.some((file) => file.kind === kind && file.page_num === Number(match[2])))
    return new Response(null, { status: 404 });
  const entries = dataOrNull(await locals.api('GET /api/v1/storefront/sitemap', { query }))?.entries ?? [];
  if (entries.length === 0) return new Response(null, { status: 404 });
  return new Response(renderSitemapFile(origin, entries, languages), { headers });
};
