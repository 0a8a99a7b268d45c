/** Bytes of every page that has a budget: on a first visit without input, and with every island hydrated. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { type Budget, browsing, hydrated, measured, measuredPages } from '../tests/e2e/measured-shop.ts';
import { hydrateAll, settled, type Weights, weigh } from '../tests/e2e/weigh.ts';

const kinds = ['html', 'css', 'scripts', 'fonts', 'largestPicture'] as const;

/** Prints one line per page and marks sizes over budget. @param site origin of the measured shop */
export async function weighPages(site: string): Promise<Record<string, Weights>> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
  const weighed: Record<string, Weights> = {};
  const note = (name: string, weights: Weights, budget: Budget) => {
    weighed[name] = weights;
    console.log(`${name.padEnd(56)} ${describe(weights, budget)}`);
  };
  try {
    for (const { name, path, html = browsing.html } of measuredPages) {
      await settled(site + path);
      note(name, await firstVisit(browser, (page) => weigh(page, site + path)), { ...browsing, html });
      const all = await firstVisit(browser, (page) => weigh(page, site + path, () => hydrateAll(page)));
      note(`${name}, all hydrated`, all, { ...hydrated, html });
    }
    for (const [name, path] of [
      ['cart', '/cart'],
      ['order look-up', '/fulfillment'],
    ] as const) {
      note(
        name,
        await firstVisit(browser, (page) => weigh(page, site + path, () => hydrateAll(page))),
        hydrated,
      );
    }
    note('checkout', await firstVisit(browser, (page) => weighCheckout(page, site)), hydrated);
  } finally {
    await browser.close();
  }
  return weighed;
}

async function firstVisit(browser: Browser, visit: (page: Page) => Promise<Weights>): Promise<Weights> {
  const viewport = { width: 412, height: 915 };
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1.75,
    hasTouch: true,
    isMobile: true,
  });
  try {
    return await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Opens a checkout from the bag in another tab, so that the weighed tab has loaded nothing yet. */
async function weighCheckout(page: Page, site: string): Promise<Weights> {
  const opener = await page.context().newPage();
  await opener.goto(site + measured.product);
  await opener.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await opener.getByRole('button', { name: 'Checkout', exact: true }).click();
  await opener.waitForURL(/\/1\/checkouts\/[\w-]+/);
  return weigh(page, opener.url(), () => hydrateAll(page));
}

function describe(weights: Weights, budget: Budget): string {
  const sizes = kinds.map((kind) => {
    const size = weights[kind] / 1024;
    return `${kind} ${size.toFixed(1)}${size > budget[kind] ? ` OVER ${budget[kind]}` : ''}`;
  });
  return `KB: ${sizes.join(', ')}; ${weights.layoutShifts.length} shifts, ${weights.blockingScripts.length} blocking scripts`;
}
