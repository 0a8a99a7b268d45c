import type { APIRoute } from 'astro';
import { dataOrNull, getLanguageTexts } from '#components/page-data.ts';

/** Returns the islands' texts in one language (client/stores/texts.ts). An outdated URL returns the current texts, uncached. */
export const GET: APIRoute = async ({ locals, params, url }) => {
  const lang = params.name!.replace(/-?\w*$/, '');
  const language = dataOrNull(await locals.api('GET /api/v1/test/getLanguage', { query: { lang } }));
  if (!language) return new Response(null, { status: 404 });
  const { island, at } = getLanguageTexts(language.languageConfig, lang);
  const isCurrent = url.pathname === at;
  return Response.json(island, {
    headers: { 'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' },
  });
};
