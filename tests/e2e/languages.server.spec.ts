/** Languages over HTTP alone: each has its own URLs, independent of Accept-Language. */
import { expect, test } from '@playwright/test';

test('languages are kept apart, told to crawlers, and nobody is sent anywhere by what his browser speaks [I18N-06]', async ({
  request,
}) => {
  const ask = (path: string) =>
    request.get(path, { headers: { 'accept-language': 'de', cookie: 'lang=de' } });
  const words = async (path: string) => /<html lang="(\w+)"/.exec(await (await ask(path)).text())?.[1];
  for (const path of ['/blogs', '/de/blogs', '/blogs', '/de/blogs'])
    expect(await words(path)).toBe(path.startsWith('/de') ? 'de' : 'en');
  const sitemap = await (await ask('/sitemap/products-1.xml')).text();
  expect(sitemap).toMatch(/<loc>[^<]*\/de\/products\/tidal-mug<\/loc>/);
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /de/cart');
  for (const path of ['/en/', '/fr/', '/de/nothing-here', '/de/robots.txt'])
    expect((await ask(path)).status(), path).toBe(404);
});
