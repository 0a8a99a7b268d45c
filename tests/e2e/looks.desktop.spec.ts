/** Every template at three widths and at two dots a pixel, enlarged, and the page that shows every piece in every state. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';

const widths = [390, 768, 1440];

/** What a template does wrong at this width: things wider than the window, targets too small to hit, pictures too coarse. */
function findFaults(): string[] {
  const faults: string[] = [];
  const name = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  const surplus = document.documentElement.scrollWidth - innerWidth;
  if (surplus > 0) faults.push(`${surplus} px wider than the window`);
  const targets =
    'a[href], button, input:not([type=hidden]), select, textarea, summary:not([tabindex="-1"]), [role=button]';
  for (const element of document.querySelectorAll<HTMLElement>(targets)) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // What a link in a sentence measures is the line's (WCAG 2.5.8), and a label is as good a target as its control.
    const inSentence =
      getComputedStyle(element).display === 'inline' && element.closest('p, li, td, dd, label, blockquote');
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (inSentence || element.closest('.visually-hidden') || width <= 1 || height <= 1) continue;
    if (width < 23.5 || height < 23.5)
      faults.push(`a target of ${width.toFixed(0)} × ${height.toFixed(0)} px: ${name(element)}`);
  }
  return faults;
}

/**
 * Pictures in sight with fewer than two dots a pixel, what their frame cuts off included, though their original has more.
 * A phone, which pays for every byte, may be given the form below, if that has 1.6.
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

/** Words that their box cuts off, and what stands still over more than half of the window. */
function findHidden(): string[] {
  const faults: string[] = [];
  const surplus = document.documentElement.scrollWidth - innerWidth;
  if (surplus > 0) faults.push(`${surplus} px wider than the window`);
  const range = document.createRange();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    const holder = text.parentElement!;
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width === 0 || !text.nodeValue?.trim() || holder.closest('.visually-hidden')) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (let box = holder; box !== document.body; box = box.parentElement!) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      // What scrolls can be brought into sight.
      if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') break;
      const edge = box.getBoundingClientRect();
      const isCut =
        (overflowX !== 'visible' && (right > edge.right + 2 || left < edge.left - 2)) ||
        (overflowY !== 'visible' && (bottom > edge.bottom + 2 || top < edge.top - 2));
      if (isCut && edge.width > 2) faults.push(`“${text.nodeValue}” is cut off by .${box.className}`);
    }
  }
  let still = 0;
  for (const element of document.querySelectorAll('body *')) {
    const { position, insetBlockEnd } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    const isBar = position === 'fixed' || (position === 'sticky' && insetBlockEnd === 'auto' && top <= 0);
    if (isBar && element.checkVisibility() && width > innerWidth / 2)
      still += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  }
  if (still > innerHeight / 2) faults.push(`${still.toFixed(0)} of ${innerHeight} px stand still`);
  return faults;
}

/**
 * A window of 1440 × 900 at 200 % (720 × 450) and one of 1280 × 1024 at 400 % (320 × 256, WCAG 1.4.10), down the page,
 * where bars stick; then the text alone at 200 % (WCAG 1.4.4), wide and on a phone.
 */
async function expectEnlarged(page: Page): Promise<void> {
  const expectNothingHidden = (message: string) =>
    expect.poll(() => page.evaluate(findHidden), { message }).toEqual([]);
  for (const [width, height] of [
    [720, 450],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }));
    await expectNothingHidden(`at ${width} × ${height} px`);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingHidden(`with text twice as large at ${width} px`);
  }
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
  test(`${path} fits every width, can be hit by a finger, is crisp, and hides nothing enlarged`, async ({
    page,
    trouble,
  }) => {
    trouble.expect(/404/);
    await page.goto(path);
    await scriptsReady(page);
    await expectSound(page);
    await expectEnlarged(page);
  });
}

test('the style page shows every piece in its states, for readers of every kind, and is linked nowhere', async ({
  page,
}) => {
  await page.goto('/pages/style');
  await scriptsReady(page);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
  const buttons = page.locator('#style .button:not(.button-plain)');
  const colour = (words: string) =>
    buttons
      .filter({ hasText: words })
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  const rest = await colour('At rest');
  await expect.poll(() => colour('Under a pointer')).not.toBe(rest);
  expect(await colour('Disabled')).not.toBe(rest);
  await expect(page.locator('#style-focused')).toHaveCSS('outline-style', 'solid');
  // The picture of a pointer is what a pointer brings.
  await buttons.filter({ hasText: 'At rest' }).first().hover();
  await expect.poll(() => colour('At rest')).not.toBe(rest);
  await expect.poll(async () => (await colour('At rest')) === (await colour('Under a pointer'))).toBe(true);
  await page.mouse.move(0, 0);
  await expectSound(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: widths[0]!, height: 900 });
  await expectAccessible(page);
  const sitemap = await (await page.request.get('/sitemap/pages-1.xml')).text();
  expect(sitemap).not.toContain('/pages/style');
});
