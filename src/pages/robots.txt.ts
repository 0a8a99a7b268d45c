import type { APIRoute } from 'astro';
import { pageData } from '#components/page-data.ts';

/**
 * Returns robots.txt. Besides private pages and the API, disallows search results and re-sorted lists: endless URLs without new content.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { languages } = await pageData(locals);
  const closed = languages.flatMap(({ prefix }) =>
    ['/search', '/cart', '/pay/'].map((path) => `Disallow: ${prefix}${path}`),
  );
  const lines = [
    'User-agent: *',
    ...closed,
    'Disallow: /*/checkouts',
    'Disallow: /*?*sort_type=',
    'Disallow: /api/',
    '',
    `Sitemap: ${locals.origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
