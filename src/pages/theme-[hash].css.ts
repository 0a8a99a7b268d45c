import type { APIRoute } from 'astro';
import { dataOrThrow } from '#components/page-data.ts';
import { findStylesheet } from '#components/stylesheets.ts';

/** Returns the shop's stylesheet, with the merchant's tokens and section values. An outdated URL returns the current one, uncached. */
export const GET: APIRoute = async ({ locals, params }) => {
  const theme = dataOrThrow(await locals.api('GET /api/v1/storefront/theme'));
  const { css, isCurrent } = findStylesheet(params.hash ?? '', theme);
  return new Response(css, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  });
};
