import type { APIRoute } from 'astro';

/** The merchant's tokens and section values. An older address still gets today's sheet, but is not kept. */
export const GET: APIRoute = async ({ locals, params }) => {
  const answer = await locals.api('GET /api/v1/storefront/theme');
  if (answer.code !== 0 || !answer.data) return new Response(null, { status: 500 });
  const isCurrent = params.hash === answer.data.hash;
  return new Response(answer.data.css, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
};
