import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaticFileHandler } from '#server/pages/static-files.ts';
import { compressFolder } from '../../../../scripts/compress.mjs';
import { ask, listen } from '../../served.ts';

const script = 'export const answer = 42;\n'.repeat(100);
const film = Buffer.alloc(600 * 1024, 7);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atoll-static-'));
  mkdirSync(join(folder, '_astro'));
  writeFileSync(join(folder, '_astro/page.abc.js'), script);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'film.mp4'), film);
  await compressFolder(folder);
  const files = await createStaticFileHandler(folder, [['X-Content-Type-Options', 'nosniff']]);
  server = await listen((request, response) => {
    if (!files(request, response, request.url ?? '')) response.writeHead(404).end();
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('files', () => {
  it('sends what the build named by its content for ever, in the form made at build', async () => {
    const answer = await ask(server, '/_astro/page.abc.js', { 'accept-encoding': 'br' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(brotliDecompressSync(answer.body).toString()).toBe(script);
  });

  it('asks again for other files after an hour, by ETag', async () => {
    const first = await ask(server, '/favicon.svg');
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    expect(first.headers['content-type']).toContain('image/svg+xml');
    // Opened directly, an SVG is a document, which must not run scripts.
    expect(first.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    const again = await ask(server, '/favicon.svg', { 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('does not serve the compressed forms, or anything outside, under names of their own', async () => {
    for (const path of [
      '/_astro/page.abc.js.br',
      '/../package.json',
      '/_astro/../favicon.svg',
      '/nothing.js',
    ]) {
      expect((await ask(server, path)).status).toBe(404);
    }
  });

  it('streams parts of a film', async () => {
    const part = await ask(server, '/film.mp4', { range: 'bytes=100-199' });
    expect([part.status, part.body.length]).toEqual([206, 100]);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${film.length}`);
    const beyond = await ask(server, '/film.mp4', { range: `bytes=${film.length}-` });
    expect(beyond.status).toBe(416);
    const whole = await ask(server, '/film.mp4');
    expect([whole.status, whole.body.length]).toEqual([200, film.length]);
    expect(whole.headers['accept-ranges']).toBe('bytes');
  });
});
