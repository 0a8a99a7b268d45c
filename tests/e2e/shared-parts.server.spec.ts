/** HTML shared between pages (docs/decisions/06-rendering.md), from the built pages without a server. */
import { expect, test } from '@playwright/test';
import { pino } from 'pino';
import { handlers } from '#server/api/routes.ts';
import { readEnv } from '#server/core/env.ts';
import { localApi } from '#server/pages/local-api.ts';
import { createPageService, type PageService } from '#server/pages/page-service.ts';
import { type StartedServices, startServices } from '#server/process/start-services.ts';
import { writeSetting } from '#server/settings/store.ts';
import { createThemeHandlers } from '#server/theme/api.ts';
import { createDraftReader } from '#server/theme/draft-reader.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { imageStorage } from '../templates.ts';
import { renderedPages } from './rendered-pages.ts';
import { type DataFolder, demoFolder } from './shop-process.ts';

let data: DataFolder;
let shop: StartedServices;
test.beforeAll(async () => {
  data = demoFolder();
  const env = { DATA_DIR: data.folder, STORAGE_URL: imageStorage, SITE_URL: 'http://localhost:1' };
  shop = await startServices(readEnv(env), pino({ level: 'silent' }));
});
test.afterAll(async () => {
  await shop.stop();
  data.remove();
});

/** Renders a public page. */
async function render(pages: PageService, address: string): Promise<string> {
  const page = await pages.renderOnce(address);
  return inOrder(Buffer.from(page.body as Uint8Array).toString());
}

/** Renumbers React's island ids in page order: the renderer counts islands as their data arrive. */
function inOrder(html: string): string {
  const names = [...html.matchAll(/ prefix="(r\d+)"/g)].map(([, name]) => name);
  return html.replace(/\br\d+(?="|R_)/g, (name) =>
    names.includes(name) ? `r${names.indexOf(name)}.` : name,
  );
}

async function withPages<Result>(use: (pages: PageService) => Promise<Result>): Promise<Result> {
  const pages = await createPageService(shop.services);
  return use(pages).finally(() => pages.stop());
}

test('a page is the same to the byte whether it renders its parts or takes them from other pages', {
  tag: '@all',
}, async () => {
  test.setTimeout(180_000);
  const paths = Object.values(renderedPages);
  await withPages(async (warm) => {
    for (const path of paths) await render(warm, path);
    for (const path of paths) {
      const [first, second] = await withPages(async (cold) => [
        await render(cold, path),
        await render(cold, path),
      ]);
      expect(second, path).toBe(first);
      expect(await render(warm, path), path).toBe(first);
      if (!/^<!doctype html/i.test(first!)) continue;
      const count = (pattern: RegExp) => first!.match(pattern)?.length ?? 0;
      const has = (text: string) => Number(first!.includes(text));
      expect(count(/customElements\.define\("astro-island"/g), path).toBe(has('<astro-island'));
      expect(count(/<script>[^<]*astro:intent/g), path).toBe(has(' client="intent"'));
      const ids = [...first!.matchAll(/<[^>]* (?:id|prefix)="([^"]*)"/g)].map(([, id]) => id);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([]);
    }
  });
});

test('a preview with another header changes no other page, and takes none of theirs', async () => {
  await withPages(async (pages) => {
    const before = await render(pages, '/pages/about');
    const header = await readThemeSetting(shop.services.db.read, 'header');
    const drafts = createDraftReader({
      header: { ...header, toolbar: { ...header.toolbar, isshowSearch: false } },
    });
    const api = localApi(shop.services, { ...handlers, ...createThemeHandlers(drafts) });
    for (let time = 0; time < 2; time += 1) {
      const page = await pages.renderDraft('/pages/about', api);
      expect(Buffer.from(page.body as Uint8Array).toString()).not.toContain('search-panel');
      expect(before).toContain('search-panel');
      expect(await render(pages, '/pages/about')).toBe(before);
    }
    expect(await render(pages, '/forbidden')).toContain('search-panel');
  });
});

test('a changed menu is in every page once the purge was read [MENU-01]', async () => {
  await withPages(async (pages) => {
    const paths = ['/', '/de/', '/products/tidal-mug', '/forbidden'];
    const { cache } = pages;
    const show = async (path: string) =>
      path === '/forbidden' ? render(pages, path) : (await cache.get(path)).uncompressed!.toString();
    for (const path of paths) expect(await show(path)).not.toContain('Renamed entry');
    const key = 'menus';
    const { db, now } = shop.services;
    const menus = await readThemeSetting(db.read, key);
    const renamed = JSON.parse(JSON.stringify(menus).replace('Table', 'Renamed entry'));
    await db.transaction((trx) => writeSetting(trx, key, settingSchemas[key], renamed, now()));
    await pages.applyPurges();
    for (const path of paths) expect(await show(path), path).toContain('Renamed entry');
  });
});
