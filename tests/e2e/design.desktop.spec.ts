/** Every template at three widths and at a pixel ratio of 2, and zoomed. */
import type { Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';
import { expectEnlarged, findFaults } from './page-faults.ts';

const widths = [390, 768, 1440];

/**
 * Returns visible images with fewer than two image pixels per CSS pixel, cropped parts included, although the original has more.
 * Phones, where bytes matter more, may get the next smaller variant if it has 1.6.
 */
function findCoarse(): string[] {
  const widest = 2400;
  const dots = innerWidth > 720 ? 1.97 : 1.6;
  return [...document.querySelectorAll<HTMLImageElement>('picture img')].flatMap((image) => {
    const { top, bottom, left, right, width, height } = image.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    if (!isInSight || width < 2 || !image.checkVisibility()) return [];
    const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? [])];
    const upright = sources.find(({ media }) => media && matchMedia(media).matches);
    const original = (name: string) => Number((upright ?? image).getAttribute(name));
    const covers = getComputedStyle(image).objectFit === 'cover';
    const shown = covers ? Math.max(width, (height * original('width')) / original('height')) : width;
    const loaded = Number(/\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1] ?? 0);
    const needed = Math.floor(Math.min(dots * shown, original('width'), widest));
    return image.complete && loaded >= needed
      ? []
      : [`${image.currentSrc} is shown ${shown.toFixed(0)} px wide and needs ${needed}`];
  });
}

async function expectSound(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(findFaults), { message: `at ${width} px` }).toEqual([]);
    await expect.poll(() => page.evaluate(findCoarse), { message: `at ${width} px` }).toEqual([]);
  }
}

test.use({ deviceScaleFactor: 2, viewport: { width: widths[0]!, height: 900 } });

const templates = [
  '/',
  '/collections',
  '/collections/table',
  '/products/tidal-mug',
  '/search?q=mug',
  '/search?q=nothing-of-this-kind',
  '/blogs',
  '/blogs/a-room-with-three-lamps',
  '/pages/about',
  '/promotions/lay-the-table',
  '/cart',
  '/fulfillment',
  '/nothing-here',
];

for (const path of templates) {
  test(`${path} fits every width, can be hit by a finger, is crisp, and hides nothing enlarged`, {
    tag: '@all',
  }, async ({ page, trouble }) => {
    trouble.expect(/404/);
    await page.goto(path);
    await scriptsReady(page);
    await expectSound(page);
    await expectEnlarged(page);
  });
}
