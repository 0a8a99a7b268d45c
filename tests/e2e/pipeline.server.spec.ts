/** The server's responses: headers, policies, and which are cacheable. Without a browser. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

test('no built sheet says more than the line in one text-decoration, which WebKit would drop', () => {
  const sheets = globSync('dist/client/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const lines = sheets.flatMap((sheet) => sheet.match(/text-decoration:[^;}]*/g) ?? []);
  expect([...new Set(lines)].sort()).toEqual(
    ['line-through', 'none', 'underline'].map((line) => `text-decoration:${line}`),
  );
});

/** Headers of each class of response; tests/unit/server/pages tests the content of the policy. */
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

test('pages, missing pages and pages that are never cached have every header of a document', async ({
  request,
}) => {
  for (const [what, path, status, headers] of classes) {
    const answer = await request.get(path);
    expect(answer.status(), what).toBe(status);
    const sent = answer.headers();
    const policy = sent['content-security-policy'];
    expect(policy, what).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
    expect(policy, what).toContain("frame-ancestors 'self'");
    expect(policy, what).not.toContain('unsafe-inline');
    expect(sent['x-content-type-options'], what).toBe('nosniff');
    expect(sent['referrer-policy'], what).toBe('strict-origin-when-cross-origin');
    expect(sent['cross-origin-opener-policy'], what).toBe('same-origin-allow-popups');
    expect(sent['permissions-policy'], what).toContain('camera=()');
    expect(sent['set-cookie'], what).toBeUndefined();
    for (const [name, shape] of Object.entries(headers)) expect(sent[name], what).toMatch(shape);
  }
});

test('an address is kept when it names something; one that says nothing new is answered by the page without it', async ({
  request,
}) => {
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
    '/collections/anything/products/tidal-mug',
    `/collection/anything?map_id=${collection.id}`,
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
  const sent = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(path, { headers });
    const { date, connection, 'keep-alive': alive, 'x-request-id': id, ...own } = answer.headers();
    return { status: answer.status(), own, html: await answer.text() };
  };
  for (const [path, without] of [
    ['/products/tidal-mug?variant=999999999', '/products/tidal-mug'],
    ['/products/tidal-mug?utm_source=x&variant=999999999', '/products/tidal-mug'],
    [`/products/tidal-mug?variant=${variants.sku_id[0]}`, '/products/tidal-mug'],
    ['/de/products/tidal-mug?variant=999999999', '/de/products/tidal-mug'],
    ['/collections/table/products/tidal-mug?variant=999999999', '/collections/table/products/tidal-mug'],
    ['/collection/table?map_id=999999999', '/collection/table'],
    ['/collections/table?map_id=999999999&sort_type=6', '/collections/table?sort_type=6'],
    ['/collections/table?page_num=9999', '/nothing-here'],
    ['/de/blogs?page_num=9999', '/de/nothing-here'],
    ['/promotions/lay-the-table?page_num=9999', '/nothing-here'],
  ] as const) {
    const plain = await sent(without);
    expect.soft(await sent(path), path).toEqual(plain);
    if (plain.status === 200)
      expect.soft((await sent(path, { 'if-none-match': plain.own.etag! })).status, path).toBe(304);
  }
  const last = variants.sku_id.at(-1);
  const [other, plain] = [
    await sent(`/products/tidal-mug?variant=${last}`),
    await sent('/products/tidal-mug'),
  ];
  expect(other.html).not.toBe(plain.html);
  const canonical = /<link rel="canonical"[^>]+>/;
  expect(canonical.exec(other.html)?.[0]).toBe(canonical.exec(plain.html)?.[0]);
});

test('answers that are no documents may run nothing, and files missing cost no render', async ({
  request,
}) => {
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

test('a foreign Host changes nothing in a page', async ({ request }) => {
  const own = await (await request.get('/')).text();
  const foreign = await request.get('/', { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } });
  expect(await foreign.text()).toBe(own);
});
