import type { APIRoute } from 'astro';
import { pageData } from '#components/page-data.ts';

/** Returns the web app manifest, with the merchant's name and colours for the home screen. */
export const GET: APIRoute = async ({ locals }) => {
  const { shop } = await pageData(locals);
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  const manifest = {
    name: shop.name,
    short_name: shop.name,
    ...(shop.description && { description: shop.description }),
    lang: shop.lang,
    start_url: '/',
    display: 'browser',
    background_color: shop.paperColor,
    theme_color: shop.paperColor,
    icons: [icon(180), icon(512)],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  });
};
