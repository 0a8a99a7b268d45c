import type { APIRoute } from 'astro';

/** Lists in other orders and searches are endless and say nothing new. */
export const GET: APIRoute = ({ locals }) => {
  const lines = [
    'User-agent: *',
    'Disallow: /search',
    'Disallow: /cart',
    'Disallow: /pay/',
    'Disallow: /*/checkouts',
    'Disallow: /*?*sort_type=',
    'Disallow: /api/',
    '',
    `Sitemap: ${locals.origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
