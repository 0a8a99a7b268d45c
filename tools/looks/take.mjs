/**
 * Takes pictures of what buyers are told (`buying`) or of how goods are found (`finding`), for a comparison of two versions of
 * the shop.
 *
 *   node tools/looks/take.mjs http://127.0.0.1:4321 docs/looks/after [buying | finding | state …]
 *
 * The shop has to run with its demo data and the sandbox's providers. One WebP a state and width, named `state-width.webp`.
 * Selectors fit both versions; a state that cannot be reached is named and skipped, so that one version does not hide it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [origin, folder, ...wanted] = process.argv.slice(2);
if (!origin || !folder) throw new Error('usage: take.mjs ORIGIN FOLDER [state …]');
mkdirSync(folder, { recursive: true });

const sizes = [
  { width: 390, height: 844, hasTouch: true, isMobile: true },
  { width: 768, height: 1024, hasTouch: true, isMobile: false },
  { width: 1440, height: 900, hasTouch: false, isMobile: false },
];
/** Height in px up to which a whole page is shown. */
const tallest = 2000;

const settle = async (page, ms = 1200) => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(ms);
};
const go = async (page, path) => {
  await page.goto(origin + path);
  await settle(page);
};
const add = async (page, path) => {
  await go(page, path);
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
};
const openCheckout = async (page) => {
  await add(page, '/products/tidal-mug?variant=1');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/1\/checkouts\//);
  await settle(page, 2500);
};
const fill = async (page, label, value) => {
  const field = page.getByLabel(label).first();
  if ((await field.count()) && (await field.isVisible())) await field.fill(value);
};
/** Each order is somebody's first: an offer that is given once shows in all of them. */
let buyers = 0;
const address = async (page) => {
  buyers += 1;
  await fill(page, /^Email/, `ada${buyers}@example.com`);
  await page.getByLabel('Country').first().selectOption('United States');
  await fill(page, /^First name/, 'Ada');
  await fill(page, /^Last name/, 'Lovelace');
  await page
    .getByRole('combobox', { name: /^Address/ })
    .first()
    .fill('12 Harbour Street');
  await fill(page, /^City/, 'Portland');
  await page.getByLabel('State').first().selectOption('Oregon');
  await fill(page, /ZIP|Postal/, '97201');
  await fill(page, /^Phone/, '+1 503 555 0100');
  await page.waitForTimeout(1500);
};
const pay = async (page, card) => {
  const frame = page.frameLocator('iframe[src*="card"], #payment iframe, form iframe').first();
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel(/Expiry/).fill('12/30');
  await frame.getByLabel('Security code').fill('123');
  const button = page.getByRole('button', { name: /^Pay \$/ });
  await button.click();
  // A price that was still on its way is shown first, and asks to be agreed to.
  await page.waitForTimeout(6000);
  if (
    card.startsWith('4242') &&
    /\/checkouts\//.test(page.url()) &&
    (await button.isEnabled().catch(() => false))
  )
    await button.click({ timeout: 2000 }).catch(() => undefined);
};
/** Fills a bag with goods, a sale price, a promotion and a gift. */
const fillBag = async (page) => {
  for (const path of [
    '/products/tidal-mug?variant=1',
    '/products/windbreak-throw',
    '/products/everyday-plates',
    '/products/estuary-pitcher',
  ])
    await add(page, path);
};
const paid = async (page) => {
  await fillBag(page);
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/1\/checkouts\//);
  await settle(page, 2000);
  await address(page);
  await pay(page, '4242 4242 4242 4242');
  await page.getByRole('heading', { level: 1, name: /Thank you/ }).waitFor({ timeout: 20_000 });
  await settle(page, 1500);
};

const show = async (page, place) => {
  await place.first().evaluate((node) => node.scrollIntoView({ block: 'start' }));
  await settle(page);
};

/** Name of a state to the way there; `whole` shows the page below the first screen too. */
const buying = {
  product: { go: (page) => go(page, '/products/shore-bowl') },
  'sold-out': { go: (page) => go(page, '/products/bell-pendant?variant=36') },
  'pre-order': { go: (page) => go(page, '/products/bollard-side-table') },
  customised: {
    go: async (page) => {
      await go(page, '/products/galley-napkins');
      const own = page.locator('#buy').getByRole('radio', { name: /Embroidered/ });
      if (await own.count()) await own.check({ force: true });
      await page
        .locator('#buy')
        .getByRole('button', { name: /Add to bag/ })
        .click();
      // What is missing is told when its code has come.
      await page
        .locator('#buy .field-error')
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => undefined);
      await settle(page);
    },
  },
  'quick-view': {
    // Fingers are not offered it any more: a narrow window with a mouse is.
    hovers: true,
    go: async (page) => {
      await go(page, '/collections/table');
      await page.locator('#products li').first().hover();
      await page
        .getByRole('button', { name: /quick view/i })
        .first()
        .click();
      await page.getByRole('dialog').first().waitFor();
      await settle(page, 2500);
    },
  },
  drawer: { go: (page) => add(page, '/products/tidal-mug?variant=1') },
  scrolled: {
    go: async (page) => {
      await go(page, '/products/shore-bowl');
      await page.mouse.wheel(0, 1800);
      await page.evaluate(() => scrollTo({ top: 1800, behavior: 'instant' }));
      await settle(page);
    },
  },
  bag: {
    whole: true,
    go: async (page) => {
      await fillBag(page);
      await go(page, '/cart');
    },
  },
  'bag-empty': { whole: true, go: (page) => go(page, '/cart') },
  promotion: { whole: true, go: (page) => go(page, '/promotions/a-quiet-evening') },
  checkout: { whole: true, go: openCheckout },
  declined: {
    go: async (page) => {
      await openCheckout(page);
      await address(page);
      await pay(page, '4000 0000 0000 0002');
      await page
        .getByText(/declined|said no/i)
        .first()
        .waitFor({ timeout: 15_000 });
      await settle(page, 1500);
    },
  },
  receipt: { whole: true, go: paid },
  order: {
    whole: true,
    go: async (page) => {
      await paid(page);
      const number = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await page.locator('main').innerText())[0];
      await go(page, '/fulfillment');
      await page
        .getByLabel(/order number/i)
        .first()
        .fill(number);
      await page
        .locator('main')
        .getByLabel(/e-?mail/i)
        .first()
        .fill(`ada${buyers}@example.com`);
      await page.locator('main form button[type=submit]').first().click();
      await page.locator('main').getByText(number).first().waitFor();
      await settle(page, 2000);
    },
  },
};

const finding = {
  home: { whole: true, go: (page) => go(page, '/') },
  collections: { whole: true, go: (page) => go(page, '/collections') },
  collection: { whole: true, go: (page) => go(page, '/collections/table') },
  filters: {
    go: async (page) => {
      await go(page, '/collections/table');
      const opener = page.locator('[popovertarget=filters]').first();
      if (await opener.isVisible()) await opener.click();
      await page.locator('#filters').getByText('Sage', { exact: true }).first().click();
      await settle(page, 2500);
    },
  },
  filtered: { whole: true, go: (page) => go(page, '/collections/table?opt.Glaze=Sage') },
  search: { whole: true, go: (page) => go(page, '/search?type=product&q=oat+mug') },
  'search-nothing': { go: (page) => go(page, '/search?type=product&q=sofa') },
  'suggestions-empty': { go: (page) => openSearch(page) },
  suggestions: {
    go: async (page) => {
      await openSearch(page);
      await page.keyboard.type('lamp', { delay: 80 });
      await settle(page, 1500);
    },
  },
  menu: {
    go: async (page) => {
      const opener = page.locator('.menu-button');
      if (await opener.isVisible()) await opener.click();
      else await page.locator('#menu li:has(li)').first().hover();
      await settle(page);
    },
  },
  details: { whole: true, go: (page) => go(page, '/products/tidal-mug') },
  reviews: {
    go: async (page) => {
      await go(page, '/products/tidal-mug');
      // What comes when its place is near comes now.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await settle(page);
      await show(page, page.locator('#reviews'));
    },
  },
  article: { whole: true, go: (page) => go(page, '/blogs/how-a-mug-is-made') },
  wishlist: {
    whole: true,
    go: async (page) => {
      await go(page, '/collections/table');
      const hearts = page.getByRole('button', { name: /wishlist|save|wish/i });
      for (const index of [0, 1, 2, 3]) await hearts.nth(index).click();
      await go(page, '/wishlist');
    },
  },
};
const openSearch = async (page) => {
  const opener = page.locator('.search-button').first();
  if (await opener.isVisible()) await opener.click();
  else await page.getByRole('searchbox').first().click();
  await settle(page, 1500);
};

const groups = { buying, finding };
const states = { ...buying, ...finding };
const asked = wanted.flatMap((name) => (name in groups ? Object.keys(groups[name]) : [name]));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const [name, state] of Object.entries(states)) {
    if (asked.length && !asked.includes(name)) continue;
    for (const { width, height, ...device } of sizes) {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: 'en-US',
        timezoneId: 'America/New_York',
        reducedMotion: 'reduce',
        ...device,
        ...(state.hovers && { hasTouch: false, isMobile: false }),
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      try {
        // Fonts are there, as for everybody who comes from another page.
        await go(page, '/');
        await state.go(page);
        if (state.whole) {
          // What comes when its place is near changes the height: the window grows when it has come. Pages that fill a
          // window would fill the taller one too.
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
          await page.waitForTimeout(800);
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.evaluate(() => {
            scrollTo(0, 0);
            const main = document.querySelector('main');
            if (main) main.style.minBlockSize = '0';
          });
          await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), tallest) });
          await page.waitForTimeout(800);
        }
        const picture = await page.screenshot();
        await sharp(picture)
          .webp({ quality: 78 })
          .toFile(join(folder, `${name}-${width}.webp`));
        console.info(`${name} ${width}`);
      } catch (problem) {
        console.error(`${name} ${width}: ${String(problem).split('\n')[0]}`);
        if (process.env.DEBUG_SHOT) await page.screenshot({ path: process.env.DEBUG_SHOT, fullPage: true });
      } finally {
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
}
