/** The pages as the server sends them. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

test('the home page opens without an error or a report of the security policy', { tag: '@desktop' }, async ({
  page,
}) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  expect(response?.headers()['content-security-policy']).not.toContain('unsafe-inline');
  await expect(page.locator('h1').first()).toBeVisible();
});

test('an inline script that is not ours never runs', { tag: '@desktop' }, async ({ page, trouble }) => {
  trouble.expect(/script-src|Content Security Policy/);
  await page.goto('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranForeign = true';
    document.body.append(script);
    return 'ranForeign' in window;
  });
  expect(ran).toBe(false);
  await expect.poll(() => trouble.seen.some((text) => text.startsWith('security policy'))).toBe(true);
});

test('no built sheet says more than the line in one text-decoration, which WebKit would drop', {
  tag: '@desktop',
}, () => {
  const sheets = globSync('dist/client/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const lines = sheets.flatMap((sheet) => sheet.match(/text-decoration:[^;}]*/g) ?? []);
  expect([...new Set(lines)].sort()).toEqual(
    ['line-through', 'none', 'underline'].map((line) => `text-decoration:${line}`),
  );
});

/** Headers that every answer of a class carries; the policy's own words are proved in tests/unit/pages. */
const classes: [what: string, path: string, status: number, headers: Record<string, RegExp>][] = [
  [
    'a page',
    '/',
    200,
    { 'cache-control': /^public, max-age=0, s-maxage=\d+$/, 'cache-tag': /setting:/, etag: /^"/ },
  ],
  ['a missing page', '/nothing-here', 404, { 'cache-control': /s-maxage/ }],
  ['search', '/search?q=lamp', 200, { 'cache-control': /^no-store$/ }],
  ['the cart', '/cart', 200, { 'cache-control': /^no-store$/ }],
  ['the page of a payment', '/pay/result', 200, { 'cache-control': /^no-store$/ }],
];

for (const [what, path, status, headers] of classes) {
  test(`${what} carries every header of a document`, { tag: '@desktop' }, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(status);
    const sent = answer.headers();
    expect(sent['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
    expect(sent['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(sent['x-content-type-options']).toBe('nosniff');
    expect(sent['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(sent['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(sent['permissions-policy']).toContain('camera=()');
    expect(sent['set-cookie']).toBeUndefined();
    for (const [name, shape] of Object.entries(headers)) expect(sent[name]).toMatch(shape);
  });
}

test('an address is kept when it names something, and otherwise only answered', {
  tag: '@desktop',
}, async ({ request }) => {
  const read = async (path: string) => (await (await request.get(`/api/v1/storefront/${path}`)).json()).data;
  const { variants } = await read('product?handle=tidal-mug');
  const { collection } = await read('collection?handle=table');
  const named = [
    '/products/tidal-mug',
    `/products/tidal-mug?variant=${variants.sku_id.at(-1)}`,
    '/collections/table/products/tidal-mug',
    `/collection/table?map_id=${collection.id}`,
  ];
  const unnamed = [
    '/products/tidal-mug?variant=999999999',
    '/collections/anything/products/tidal-mug',
    '/collection/table?map_id=999999999',
    `/collection/anything?map_id=${collection.id}`,
    '/collections/table?page_num=9999',
    '/blogs?page_num=9999',
  ];
  for (const [paths, keeps] of [
    [named, /s-maxage/],
    [unnamed, /^no-store$/],
  ] as const) {
    for (const path of paths) {
      const answer = await request.get(path);
      expect.soft([path, answer.status()]).toEqual([path, 200]);
      expect.soft(answer.headers()['cache-control'], path).toMatch(keeps);
    }
  }
});

test('answers that are no documents may run nothing, and files missing cost no render', {
  tag: '@desktop',
}, async ({ request }) => {
  const api = await request.get('/api/v1/getSysTime');
  expect(api.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(api.headers()['cache-control']).toBe('no-store');
  const home = await (await request.get('/')).text();
  const sheet = /href="(\/theme-[\w-]+\.css)"/.exec(home)?.[1] ?? '';
  const theme = await request.get(sheet);
  expect(theme.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(theme.headers()['content-type']).toContain('text/css');
  const missing = await request.get('/_astro/missing.js');
  expect([missing.status(), missing.headers()['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
});

test('a foreign Host changes nothing in a page', { tag: '@desktop' }, async ({ request }) => {
  const own = await (await request.get('/')).text();
  const foreign = await request.get('/', { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } });
  expect(await foreign.text()).toBe(own);
});
