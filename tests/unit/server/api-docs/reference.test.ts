import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/contract/table.ts';
import { createApp } from '#server/api/app.ts';
import { handlers } from '#server/api/routes.ts';
import type { Services } from '#server/core/services.ts';

const app = createApp({ env: { SITE_URL: 'https://shop.example' } } as Services);

describe('the API reference', () => {
  it('is an OpenAPI 3.1 document of every endpoint, each of which has a handler', async () => {
    const document = await (await app.request('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://shop.example' }]);
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) =>
      Object.values(path),
    );
    expect(operations).toHaveLength(Object.keys(endpoints).length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    expect(Object.keys(endpoints).filter((key) => !(key in handlers))).toEqual([]);
    expect(document.paths['/{shop_id}/checkouts/{token}'].post.parameters).toHaveLength(2);
  });

  it('is a page that needs no script and breaks no policy, with every row', async () => {
    const response = await app.request('/api');
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.match(/<details id=/g)).toHaveLength(Object.keys(endpoints).length);
    expect(html).not.toMatch(/<script|<style|style=|onclick/);
    expect(html).not.toContain('undefined');
    expect((await app.request('/api/reference.css')).headers.get('content-type')).toBe(
      'text/css; charset=utf-8',
    );
  });

  it.each(['/api/openapi.json', '/api', '/api/reference.css'])(
    'is compressed once for all who request it, and sent once to each: %s [T1]',
    async (path) => {
      const get = (headers: Record<string, string>) => app.request(path, { headers });
      const plain = Buffer.from(await (await get({})).arrayBuffer());
      const br = await get({ 'accept-encoding': 'gzip, br' });
      const gzipped = await get({ 'accept-encoding': 'gzip' });
      expect([br, gzipped].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer()))).toEqual(plain);
      expect(gunzipSync(Buffer.from(await gzipped.arrayBuffer()))).toEqual(plain);
      expect(br.headers.get('vary')).toBe('Accept-Encoding');
      const etag = br.headers.get('etag') ?? '';
      const known = await get({ 'if-none-match': etag, 'accept-encoding': 'br' });
      expect([etag, known.status, await known.text()]).toEqual([expect.stringMatching(/^".+"$/), 304, '']);
    },
  );
});
