/** Tests the two `astro-internals.ts` files with the installed Astro. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { dev } from 'astro';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { islandFailedEvent, readIslandProps } from '#client/intent/astro-internals.ts';
import { setLocals } from '#server/pages/astro-internals.ts';

let server: Awaited<ReturnType<typeof dev>>;
let html: string;

beforeAll(async () => {
  // If VITEST is set, Astro's server has no pages.
  vi.stubEnv('VITEST', undefined);
  const root = fileURLToPath(new URL('../../../fixtures/astro-internals', import.meta.url));
  server = await dev({
    root,
    srcDir: root,
    cacheDir: '../../../node_modules/.cache/astro-internals',
    vite: { cacheDir: '../../../node_modules/.cache/astro-internals/vite' },
    configFile: false,
    output: 'server',
    logLevel: 'silent',
    devToolbar: { enabled: false },
    server: { port: 0, host: '127.0.0.1' },
    integrations: [
      react(),
      {
        name: 'visit',
        hooks: {
          'astro:server:setup': ({ server: vite }) => {
            vite.middlewares.use((request, _response, next) => {
              setLocals(request, { word: 'of this visit' } as unknown as App.Locals);
              next();
            });
          },
        },
      },
    ],
  });
  html = await (await fetch(`http://127.0.0.1:${(server.address as AddressInfo).port}/`)).text();
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.stop();
});

test("Astro's development server hands pages the locals of the request", () => {
  expect(html).toContain('<p>of this visit</p>');
});

test('an island that is lost is told of by the event that is waited for', () => {
  expect(html).toMatch(new RegExp(`new CustomEvent\\(["']${islandFailedEvent}["']`));
});

test('what an island is told is read from what Astro has written', () => {
  const written = /<astro-island [^>]*props="([^"]*)"/.exec(html)?.[1];
  const element = new Window().document.createElement('div');
  element.innerHTML = `<i props="${written}"></i>`;
  expect(readIslandProps(element.firstElementChild as unknown as Element)).toEqual({
    told: { word: '"a" & b', rows: [[1, null], []], isOn: false },
  });
});
