/** Rendered images: sharp enough for the screen, light enough for a phone, and encoded before the first request. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { endShops, startShop, temporaryFolder } from './shop-process.ts';

interface Drawn {
  /** Path of the variant that the browser chose. */
  path: string;
  /** Image pixels of the variant per CSS pixel. */
  dots: number;
  /** Image pixels of the original per CSS pixel. */
  most: number;
}

const screens = {
  desk: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 2 },
  turnedTablet: { viewport: { width: 1024, height: 768 }, deviceScaleFactor: 2 },
  phone: { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2.625, isMobile: true },
  smallPhone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
} as const;

const pages = ['/', '/collections/table', '/products/tidal-mug', '/blogs/how-a-mug-is-made'];
const heaviest = 60 * 1024;

/** Returns the rendered images once loaded. @param below whether to include those below the first screen */
async function drawnPictures(page: Page, below: boolean): Promise<Drawn[]> {
  return page.evaluate(async (below) => {
    const images = [...document.images].filter((image) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect();
      const isDrawn = width > 0 && image.checkVisibility({ visibilityProperty: true });
      return isDrawn && (below || (top < innerHeight && bottom > 0 && left < innerWidth && right > 0));
    });
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    return images.flatMap((image) => {
      const { pathname: path } = new URL(image.currentSrc);
      const form = /^\/media\/\w+\/(\d+)\.\w+$/.exec(path);
      if (!form) return [];
      // The <source> for phones gives the image's dimensions.
      const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? [])];
      const source = sources.find(({ srcset }) => srcset.includes(path));
      const master = source?.width ? source : source && image;
      const size = (name: 'width' | 'height') => Number(master?.getAttribute(name));
      const ratio = master ? size('width') / size('height') : image.naturalWidth / image.naturalHeight;
      const box = image.getBoundingClientRect();
      const widths = [box.width, box.height * ratio];
      const { objectFit } = getComputedStyle(image);
      const width = { cover: Math.max(...widths), contain: Math.min(...widths) }[objectFit] ?? box.width;
      return [{ path, dots: Number(form[1]) / width, most: master ? size('width') / width : 10 }];
    });
  }, below);
}

for (const [name, screen] of Object.entries(screens)) {
  test(`on the screen of a ${name} pictures have the dots it shows, or all that they were made of`, {
    tag: '@all',
  }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...screen, ...(baseURL && { baseURL }) });
    const wanted = screen.viewport.width > 720 ? 2 : 1.6;
    const bad: string[] = [];
    let count = 0;
    for (const path of pages) {
      const page = await context.newPage();
      page.on('response', (response) => {
        if (!new URL(response.url()).pathname.startsWith('/media/')) return;
        const bytes = Number(response.headers()['content-length']);
        // A missing Content-Length counts as too heavy.
        if (name === 'phone' && !(bytes <= heaviest))
          bad.push(`${path}: ${response.url()} has ${bytes} bytes`);
      });
      await page.goto(path);
      for (const { path: form, dots, most } of await drawnPictures(page, true)) {
        count += 1;
        // Tolerance, because a width in CSS pixels is rarely a whole number.
        if (dots < 0.995 * Math.min(wanted, most))
          bad.push(`${path}: ${form} has ${dots.toFixed(2)} dots of ${most.toFixed(2)}`);
      }
      await page.close();
    }
    await context.close();
    expect(count).toBeGreaterThan(40);
    expect(bad).toEqual([]);
  });
}

test.describe('a new shop', () => {
  test.afterEach(endShops);

  test('has every picture of the home page’s first screen before its first visitor comes', {
    tag: '@all',
  }, async ({ browser }) => {
    test.setTimeout(180_000);
    const { folder, remove } = temporaryFolder();
    const pictures = join(folder, 'pictures');
    const shop = await startShop(folder, {
      STORAGE_URL: pathToFileURL(pictures).href,
      WARM_IMAGES: '1',
    });
    const there = new Set(formsIn(pictures));
    const missing: string[] = [];
    for (const screen of [screens.desk, screens.tablet, screens.smallPhone]) {
      const context = await browser.newContext({ ...screen, baseURL: shop.site });
      const page = await context.newPage();
      await page.goto('/');
      const shown = await drawnPictures(page, false);
      expect(shown.length).toBeGreaterThan(0);
      missing.push(...shown.filter((one) => !there.has(one.path)).map((one) => one.path));
      await context.close();
    }
    await shop.end();
    remove();
    expect(missing).toEqual([]);
  });
});

/** Returns the paths of the stored variants, including quickly encoded ones. */
function formsIn(pictures: string): string[] {
  const media = join(pictures, 'media');
  if (!existsSync(media)) return [];
  return readdirSync(media, { recursive: true, encoding: 'utf8' }).map(
    (file) => `/media/${file.replace('quick-', '')}`,
  );
}
