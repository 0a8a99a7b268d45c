/** What stands in the two files of seams, against the Astro and the adapter that are installed. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { dev } from 'astro';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lostIsland } from '#client/seams.ts';
import { setLocals, withoutRejectionListener } from '#server/pages/seams.ts';

let server: Awaited<ReturnType<typeof dev>>;
let html: string;

beforeAll(async () => {
  // Under vitest Astro leaves its pages out of the server.
  vi.stubEnv('VITEST', undefined);
  const root = fileURLToPath(new URL('../../fixtures/seams/', import.meta.url));
  server = await dev({
    root,
    srcDir: root,
    cacheDir: '../../../node_modules/.cache/seams',
    vite: { cacheDir: '../../../node_modules/.cache/seams/vite' },
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
  expect(html).toMatch(new RegExp(`new CustomEvent\\(["']${lostIsland}["']`));
});

test('the adapter adds one listener for failures nobody waited for, which is taken off again', async () => {
  const { createAppHandler } = await import(
    fileURLToPath(new URL('../../../node_modules/@astrojs/node/dist/serve-app.js', import.meta.url))
  );
  const dist = new URL('../dist/', import.meta.resolve('@astrojs/node'));
  const options = { client: new URL('client/', dist).href, server: dist.href.replace(/\/$/, '') };
  const create = async () => createAppHandler({ adapterLogger: console }, options);
  const before = process.listeners('unhandledRejection');
  await withoutRejectionListener(create);
  expect(process.listeners('unhandledRejection')).toEqual(before);

  // Whose they are cannot be told.
  await withoutRejectionListener(() => Promise.all([create(), create()]));
  const added = process.listeners('unhandledRejection').slice(before.length);
  for (const listener of added) process.off('unhandledRejection', listener);
  expect(added).toHaveLength(2);
});
