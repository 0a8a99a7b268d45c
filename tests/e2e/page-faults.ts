/** Layout faults of a page in its window, detected in the page itself. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Returns horizontal overflow, and targets too small to hit, at the current width. */
export function findFaults(): string[] {
  const faults: string[] = [];
  const name = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  const surplus = document.documentElement.scrollWidth - innerWidth;
  if (surplus > 0) faults.push(`${surplus} px wider than the window`);
  const targets =
    'a[href], button, input:not([type=hidden]), select, textarea, summary:not([tabindex="-1"]), [role=button]';
  for (const element of document.querySelectorAll<HTMLElement>(targets)) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // WCAG 2.5.8 exempts links in a sentence, and a label is as good a target as its control.
    const inSentence =
      getComputedStyle(element).display === 'inline' && element.closest('p, li, td, dd, label, blockquote');
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (inSentence || element.closest('.visually-hidden') || width <= 1 || height <= 1) continue;
    if (width < 23.5 || height < 23.5)
      faults.push(`a target of ${width.toFixed(0)} × ${height.toFixed(0)} px: ${name(element)}`);
  }
  return faults;
}

/** Returns horizontal overflow, text that its box cuts off, and fixed parts that cover more than half of the window. */
export function findHidden(): string[] {
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
      // Scrolling brings it into view.
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
    // A modal may fill the window, because the rest of the page is inert.
    if (isBar && !element.closest(':modal') && element.checkVisibility() && width > innerWidth / 2)
      still += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  }
  if (still > innerHeight / 2) faults.push(`${still.toFixed(0)} of ${innerHeight} px stand still`);
  return faults;
}

/**
 * Checks 1440 × 900 at 200 % (720 × 450) and 1280 × 1024 at 400 % (320 × 256, WCAG 1.4.10), scrolled down, where bars stick;
 * then text alone at 200 % (WCAG 1.4.4), on desktop and phone.
 */
export async function expectEnlarged(page: Page): Promise<void> {
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
