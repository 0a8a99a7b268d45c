/** The product page of a shop with every option type, many reviews and lists: behaviour that only a browser shows. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pino } from 'pino';
import { addComment } from '#server/catalog/comments-store.ts';
import { csvLine } from '#server/catalog/csv/cells.ts';
import { columnHeaderFor, type Field } from '#server/catalog/csv/columns.ts';
import { importProducts } from '#server/catalog/csv/import-products.ts';
import { readEnv } from '#server/core/env.ts';
import type { Services } from '#server/core/services.ts';
import { startServices } from '#server/process/start-services.ts';
import { imageStorage } from '../templates.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { layoutShifts } from './layout-shifts.ts';
import { type DataFolder, demoFolder, endShops, startShop, until } from './shop-process.ts';

const port = String(await freePort());
const site = `http://localhost:${port}`;

// All tests share one shop; the tests set the widths.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.use({ baseURL: site });

let data: DataFolder;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  const env = { DATA_DIR: data.folder, STORAGE_URL: imageStorage, SITE_URL: site };
  const { services, stop } = await startServices(readEnv(env), pino({ level: 'silent' }));
  await fillShop(services).finally(stop);
  await startShop(data.folder, { PORT: port });
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

const types = {
  text: 1,
  image: 2,
  card: 3,
  dropdown: 4,
  checkbox: 5,
  button: 6,
} as const;
const others = { fill: '#7a2e1d', fontFamily: 'Figtree', fontSize: 30 };
const custom = [
  { type: types.text, name: 'text', label: 'Words', required: true, price: 500, values: [], others },
  { type: types.image, name: 'image', label: 'Picture', required: false, price: 1200, values: [] },
  {
    type: types.card,
    name: 'card',
    label: 'Thread',
    required: false,
    price: 0,
    values: [
      { value: 'Rust', price: 0, styleValue: '#b5664b' },
      { value: 'Gold', price: 300, styleValue: '#b08d4f' },
    ],
  },
  {
    type: types.dropdown,
    name: 'dropdown',
    label: 'Place',
    required: false,
    price: 0,
    values: [
      { value: 'Rim', price: 0 },
      { value: 'Foot', price: 0 },
    ],
  },
  {
    type: types.checkbox,
    name: 'checkbox',
    label: 'Extras',
    required: false,
    price: 0,
    values: [
      { value: 'Box', price: 400 },
      { value: 'Card', price: 200 },
    ],
  },
  {
    type: types.button,
    name: 'button',
    label: 'Finish',
    required: false,
    price: 0,
    values: [
      { value: 'Matt', price: 0 },
      { value: 'Gloss', price: 100 },
    ],
  },
];

/** A word of 105 letters. */
const longWord = 'Geschirrspülmaschinenreiniger'.repeat(4).slice(0, 105);

async function fillShop(services: Services): Promise<void> {
  const folder = join(services.env.DATA_DIR, 'test');
  mkdirSync(folder);
  symlinkSync(resolve('shop/media'), join(folder, 'media'));
  const base = { tags: 'Test', published: 'TRUE', tracker: 'shopify', policy: 'deny', price: '20.00' };
  const jug = [
    ['Oat', 'Small', '9', 'main-oat'],
    ['Oat', 'Large', '9', 'main-oat'],
    ['Sage', 'Small', '0', 'main-sage'],
  ];
  const lines: Partial<Record<Field, string>>[] = [
    ...jug.map(([glaze = '', size = '', quantity = '', picture], at) => ({
      handle: 'test-jug',
      ...base,
      ...(at === 0 && {
        title: 'Test jug',
        option1Name: 'Glaze',
        option2Name: 'Size',
        option1Style: 'image',
      }),
      option1Value: glaze,
      option2Value: size,
      price: size === 'Large' ? '30.00' : '20.00',
      quantity,
      image: at === 1 ? '' : `media/mug/${picture}.webp`,
      imagePosition: at === 1 ? '' : String(at + 1),
      imageOption: at === 1 ? '' : glaze,
      variantImage: `media/mug/${picture}.webp`,
    })),
    {
      handle: 'test-cloth',
      ...base,
      title: 'Test cloth',
      quantity: '9',
      image: 'media/napkins/main-flax.webp',
      imagePosition: '1',
      customOptions: JSON.stringify(custom),
    },
    {
      handle: 'test-word',
      ...base,
      // The home page shows this collection.
      tags: 'Bestsellers',
      title: longWord,
      option1Name: longWord,
      option1Value: longWord,
      quantity: '9',
    },
  ];
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line) as Field[]))];
  const rows = lines.map((line) => csvLine(columns.map((column) => line[column] ?? '')));
  const file = join(folder, 'products.csv');
  writeFileSync(file, [csvLine(columns.map(columnHeaderFor)), ...rows].join(''));
  const report = await importProducts(services, file);
  if (report.problemCount > 0) throw new Error(JSON.stringify(report.problems));
  const { id } = await services.db.read
    .selectFrom('products')
    .select('id')
    .where('handle', '=', 'test-jug')
    .executeTakeFirstOrThrow();
  await services.db.transaction(async (trx) => {
    for (let at = 0; at < 23; at += 1) {
      const content = at === 22 ? '<img src=x onerror="document.title=1">' : `Review number ${at}`;
      const text = { nickname: `Buyer ${at}`, email: '', content, images: [], star: at % 3 === 0 ? 3 : 5 };
      const comment = { ...text, productId: id, status: 'published' as const, isVerified: at === 22 };
      await addComment(trx, { ...comment, createdAt: Date.UTC(2026, 0, 1 + at) }, services.now());
    }
  });
}

const widths = [
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
] as const;

const noOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('a word of 105 letters widens no page of 320 px', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const expectNarrow = async (name: string) =>
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  for (const path of ['/', '/collections/bestsellers', `/search?q=${longWord}`]) {
    await page.goto(path);
    await expect(page.locator('.card', { hasText: longWord })).not.toHaveCount(0);
    await expectNarrow(path);
  }
  await page.goto(`/search?q=${'y'.repeat(200)}`);
  await expectNarrow('search without hits');
  await page.goto('/products/test-word');
  await page.getByText('Details', { exact: true }).click();
  await expectNarrow('product');
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.locator('.bag-line')).toContainText(longWord);
  expect
    .soft(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'drawer')
    .toBe(0);
  await page.goto('/cart');
  await expect(page.locator('main .bag-line')).toContainText(longWord);
  await expectNarrow('bag');
  const { data: product } = await (
    await page.request.get('/api/v1/storefront/product?handle=test-word')
  ).json();
  await page.evaluate((id) => {
    const wishes = [{ product: id, variant: 0, at: 1, state: 'new' }];
    localStorage.wishlist = JSON.stringify({ version: 1, wishes });
  }, product.id);
  await page.goto('/wishlist');
  await expect(page.locator('main .card')).toContainText(longWord);
  await expectNarrow('wishlist');
});

test('options are pictures or words; what cannot be had is disabled, what is sold out cannot be bought [PDP-02, PDP-03, PDP-05]', async ({
  page,
}) => {
  await page.goto('/products/test-jug');
  const form = page.locator('#buy');
  const glaze = form.getByRole('group', { name: /Glaze/ });
  await expect(glaze.locator('.option img')).toHaveCount(2);
  await expect(form.getByRole('group', { name: /Size/ }).locator('.option')).toHaveText(['Small', 'Large']);
  await expect(form.getByRole('radio', { name: 'Large' })).toBeEnabled();
  await form.getByRole('radio', { name: 'Sage' }).check();
  await expect(form.getByRole('radio', { name: 'Large' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeHidden();
  await expect(page.locator('#stock')).toHaveText('Sold out for now');
  await expect(page).toHaveURL(/variant=\d+/);
  await expect(page.locator('.thumbs [aria-current]')).toHaveAttribute('href', '#picture-2');
  await noOverflow(page);
});

for (const [name, width, height] of widths) {
  test.describe(`on ${name}`, { tag: width < 800 ? '@all' : [] }, () => {
    test.use({ viewport: { width, height } });

    test('the gallery opens large, is leafed through, looked at closely and closed by keys alone [NAV-13]', {
      tag: '@all',
    }, async ({ page }) => {
      await page.goto('/products/test-jug');
      await scriptsReady(page);
      const first = page.locator('.gallery-slide').first();
      await first.focus();
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog');
      const count = viewer.locator('.viewer-count');
      await expect(count).toHaveText('1 / 2');
      await page.keyboard.press('ArrowRight');
      await expect(count).toHaveText('2 / 2');
      const picture = viewer.locator('img').nth(1);
      await expect(picture).toBeInViewport();
      const drawn = async () => (await picture.boundingBox())!.width;
      const form = () => picture.evaluate((one: HTMLImageElement) => one.currentSrc.split('/').at(-1));
      const left = () => picture.evaluate((one) => one.parentElement!.scrollLeft);
      const top = () => picture.evaluate((one) => one.parentElement!.scrollTop);
      await expect.poll(form).toMatch(/^(560|800)\.webp$/);
      const fitted = await drawn();
      // Zoomed in, it shows the original at 1600 CSS pixels and only now fetches that variant.
      await page.keyboard.press('Enter');
      await expect.poll(drawn).toBe(1600);
      await expect.poll(form).toBe('1600.webp');
      const middle = await top();
      await page.keyboard.press('ArrowDown');
      await expect.poll(top).toBeGreaterThan(middle);
      await expect(count).toHaveText('2 / 2');
      await page.keyboard.press('Enter');
      await expect.poll(drawn).toBe(fitted);
      // By mouse: a click zooms in at that point, then the image follows the pointer.
      await page.mouse.click(width / 2, height / 2);
      await expect.poll(drawn).toBe(1600);
      await page.mouse.move(width - 20, height - 20);
      await expect.poll(left).toBeGreaterThan((1600 - width) / 2 + 50);
      await page.mouse.click(width / 2, height / 2);
      await expect.poll(drawn).toBe(fitted);
      await page.keyboard.press('Escape');
      await expect(viewer).toHaveCount(0);
      await expect(first).toBeFocused();
    });
  });
}

test('reviews: all of them, by stars, liked, and whatever is written is only text [PDP-16, PDP-17, PDP-18, PDP-32]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/test-jug#reviews');
  const reviews = page.locator('#reviews');
  await expect(reviews.locator('.reviews-average')).toHaveText('4.3');
  await expect(reviews.locator('.review')).toHaveCount(8);
  await expect(reviews.locator('.review').first().locator('p').first()).toContainText('<img src=x');
  await expect(reviews.locator('.verified')).toHaveCount(1);
  await reviews.getByRole('button', { name: 'View more' }).click();
  await expect(reviews.locator('.review')).toHaveCount(20);
  await reviews.getByRole('button', { name: 'View more' }).click();
  await expect(reviews.locator('.review')).toHaveCount(23);
  await expect(reviews.locator('.review').last()).toContainText('Review number 0');
  await reviews.getByRole('button', { name: /^3 of 5 stars: 8 reviews/ }).click();
  await expect(reviews.locator('.review')).toHaveCount(8);
  const like = reviews.locator('.like').first();
  await like.click();
  await expect(like).toHaveText(/^Helpful 1$/);
  await expect(like).not.toHaveAttribute('aria-busy');
  const liked = await like.getAttribute('value');
  await page.reload();
  const again = page.locator(`.like[value="${liked}"]`);
  await expect(again).toHaveAttribute('aria-pressed', 'true');
  await expect(again).toHaveText(/^Helpful 1$/);
  await noOverflow(page);
});

test('a telephone shows the whole of a tall picture from edge to edge, and nothing moves [PDP-01]', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/creel-stool');
  await scriptsReady(page);
  const image = page.locator('.gallery-slide img').first();
  await expect(image).toHaveCSS('object-fit', 'contain');
  const { x, width, height } = (await image.boundingBox())!;
  expect([x, width]).toEqual([0, 390]);
  // The box has the image's own ratio, so that "contain" leaves no margin.
  expect(height / width).toBeCloseTo(5 / 4, 2);
  expect(await layoutShifts(page)).toBe(0);
});

test('the country of the arrival line is changed there, by keyboard, and kept [R146]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await scriptsReady(page);
  const line = page.locator('.arrival');
  const before = await line.locator('[data-plain]').textContent();
  await line.getByRole('button', { name: 'United States' }).press('Enter');
  const list = line.getByRole('combobox', { name: 'Deliver to' });
  await expect(list).toBeFocused();
  await expect(list).toHaveValue('US');
  await page.keyboard.press('Escape');
  await list.selectOption('Japan');
  await expect(line.locator('[data-plain]')).not.toHaveText(before!);
  await page.reload();
  await scriptsReady(page);
  // The page requests this on the first input.
  await page.mouse.move(9, 9);
  await expect(line.getByRole('button', { name: 'Japan' })).toBeVisible();
  await expectAccessible(page, '.arrival');
});

test('on a tablet held upright the pictures never lie over the description', { tag: '@all' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 700 });
  await page.goto('/products/tidal-mug');
  for (const scrolled of [0, 200, 400]) {
    const overlap = await page.evaluate((y) => {
      scrollTo({ top: y, behavior: 'instant' });
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      return box('.gallery').bottom - box('.product-more').top;
    }, scrolled);
    expect(overlap).toBeLessThan(0);
  }
});

test('reviews are sorted, filtered by pictures and stars and shown whole again, by keyboard and on the narrowest telephone, in either direction [PDP-16, PDP-17, PDP-19]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  const reviews = page.locator('#reviews');
  const stars = () =>
    reviews
      .locator('.review .stars svg')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-label')?.[0])).join(''));
  await expect(reviews.getByText('3 of 6 reviews give five stars')).toBeVisible();
  await expect(reviews.locator('.review').first()).toContainText('Bought: Oat');
  await reviews.getByRole('button', { name: 'Sort and filter' }).press('Enter');
  const order = reviews.getByRole('combobox', { name: 'Sort reviews' });
  await expect(order).toBeFocused();
  await order.selectOption('Lowest rating first');
  await expect.poll(stars).toBe('344555');
  await order.selectOption('With pictures first');
  await expect.poll(stars).toBe('453545');
  const pictures = reviews.getByRole('checkbox', { name: 'With pictures' });
  await pictures.press('Space');
  await expect.poll(stars).toBe('45');
  await reviews.getByRole('button', { name: /^3 of 5 stars/ }).press('Enter');
  await expect(reviews.locator('.review')).toHaveCount(0);
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await noOverflow(page);
    }
  }
  await reviews.getByRole('button', { name: 'Show all reviews' }).press('Enter');
  await expect.poll(stars).toBe('453545');
  await expect(order).toBeFocused();
  await expect(pictures).not.toBeChecked();
  await reviews.locator('.review .review-pictures a').first().press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Pictures by buyers' });
  const large = viewer.getByRole('img', { name: '1 of 2, by D. Okafor' });
  await expect.poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(800);
  // The gallery of all images opens at the selected one.
  await expect(viewer.getByText('1 / 2', { exact: true })).toBeVisible();
  // The page is still right-to-left.
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('img', { name: '2 of 2, by Marit' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  // If the list of images fails to load, the gallery shows those on the page.
  await page.route('**/comments/images?*', (route) =>
    route.fulfill({ json: { code: 90000, msg: '', data: null } }),
  );
  await reviews.locator('.review .review-pictures a').nth(1).press('Enter');
  await expect(viewer.getByText('2 / 2', { exact: true })).toBeVisible();
  await expect(viewer.getByRole('img', { name: '2 of 2, by Marit' })).toBeInViewport();
});

test('a review is written with pictures, by keyboard; they join the gallery of all, four a row on top as well [PDP-19, PDP-20, PDP-28]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/test-cloth');
  await expect(page.getByText('Nobody has written about it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Write a review' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Write a review' });
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(form.getByText("Your review can't be blank")).toBeVisible();
  await expect(form.getByRole('radio').first()).toBeFocused();
  await form.getByRole('radio', { name: /^4 stars/ }).check();
  await form.getByLabel('Your review').fill('<b>Soft</b> and plain');
  await form.getByLabel('Name shown with it').fill('Ada');
  const icons = ['public/icon-180.png', 'public/icon-512.png'];
  await form.locator('input[type=file]').setInputFiles([...icons, ...icons]);
  await expect(form.getByRole('listitem').getByText('icon-512.png is uploaded')).toHaveCount(2);
  await expect(form.getByRole('listitem').getByText('icon-180.png is uploaded')).toHaveCount(2);
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Thank you. Your review is published.', { exact: true }).first()).toBeVisible();
  const review = page.locator('.review');
  await expect(review).toContainText('<b>Soft</b> and plain');
  // The server may serve the stale page once while it renders the new one.
  await until(async () => {
    const html = await (await fetch(`${site}/products/test-cloth`)).text();
    return html.includes('review-gallery');
  });
  await page.reload();
  await expect(page.locator('.review-gallery img')).toHaveCount(4);
  const images = page.waitForResponse(/comments\/images/);
  await page.locator('.review-gallery a').nth(1).click();
  expect((await images).ok()).toBe(true);
  await expect(page.getByRole('dialog').getByRole('img', { name: '2 of 4, by Ada' })).toBeInViewport();
});

/** Drops data at the centre of the field with real drag events, so that the browser decides what the field accepts. */
async function dropOn(field: Locator, data: { files: string[] } | { text: string }): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox())!;
  const items = 'text' in data ? [{ mimeType: 'text/plain', data: data.text }] : [];
  const files = 'files' in data ? data.files : [];
  const session = await field.page().context().newCDPSession(field.page());
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const place = { x: x + width / 2, y: y + height / 2 };
    await session.send('Input.dispatchDragEvent', {
      ...{ type, ...place },
      data: { items, files, dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

test('a picture dragged onto its field is taken as a chosen one is, a text dragged there is not [PDP-28]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/test-cloth');
  const [field, price] = [page.locator('#custom-image'), page.locator('#price')];
  await page.getByLabel('Words').fill('A. L.');
  await expect(price).toContainText('$25.00');
  await dropOn(field, { text: 'a cat' });
  await expect(field).toHaveValue('');
  await dropOn(field, { files: [resolve('public/icon-180.png')] });
  await expect(price).toContainText('$37.00');
  await expect(page.getByText('icon-180.png is uploaded').first()).toBeVisible();
  await dropOn(field, { text: 'a cat' });
  await expect(field).toHaveValue(/icon-180\.png$/);
  await expect(field).not.toHaveAttribute('data-over');
});

test('every kind of customised option adds its price; the design is drawn, uploaded and stands in the bag [PDP-24, PDP-25, PDP-26, PDP-27, PDP-28, PDP-29]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/test-cloth');
  for (const [name, type] of Object.entries(types))
    await expect(page.locator(`[data-custom=${name}][data-type="${type}"]`)).toBeVisible();
  await page.getByLabel('Words').fill('A. L.');
  await page.getByRole('radio', { name: /Gold/ }).check();
  await page.getByLabel('Place').selectOption('Rim');
  await page.getByRole('checkbox', { name: /Box/ }).check();
  await page.getByRole('checkbox', { name: /Card/ }).check();
  await page.getByRole('radio', { name: /Gloss/ }).check();
  await expect(page.locator('#price')).toContainText('$35.00');
  await page.locator('#custom-image').setInputFiles('public/icon-180.png');
  await expect(page.locator('#price')).toContainText('$47.00');
  await expect(page.getByText('icon-180.png is uploaded').first()).toBeVisible();
  const design = page.getByRole('img', { name: /Preview of your design: “A. L.”, your picture/ });
  await expect(design).toBeVisible();
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible();
  const line = await page.evaluate(() => {
    const stored = Object.values(localStorage).find((value) => value.includes('customizedCompositeImage'));
    return JSON.parse(stored ?? '{}').lines?.[0];
  });
  expect(line.customizedCompositeImage).toMatch(/^\/media\/uploads\/[0-9a-f]{32}\.webp$/);
  expect(
    line.customizedOptions.map(({ name, type }: { name: string; type: number }) => [name, type]),
  ).toEqual([
    ['text', 1],
    ['image', 2],
    ['card', 3],
    ['dropdown', 4],
    ['checkbox', 5],
    ['checkbox', 5],
    ['button', 6],
  ]);
  expect((await page.request.get(line.customizedCompositeImage)).headers()['content-type']).toBe(
    'image/webp',
  );
  await expect(page.getByRole('dialog').getByText('$47.00').first()).toBeVisible();
});

test('who is at the end of the page before the cards are sees nothing move, and finds them on the next way down [PDP-09]', {
  tag: '@all',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('recently_viewed', '[1,2]'));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/cards?items=*', (route) => answered.then(() => route.continue()));
  for (const [name, width, height] of widths) {
    await page.setViewportSize({ width, height });
    const cards = page.waitForRequest('**/cards?items=*');
    await page.goto('/products/test-jug');
    await scriptsReady(page);
    await expect(page.locator('html')).not.toHaveClass(/soon/);
    const since = await page.evaluate(() => performance.now());
    await page.mouse.move(9, 9);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await cards;
    const finished = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/cards?items='),
    );
    answer();
    await finished;
    expect(await layoutShifts(page, since), name).toBe(0);
    const viewed = page.getByRole('region', { name: 'Recently viewed' });
    await expect(viewed).toBeHidden();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(viewed.getByRole('heading', { level: 3 })).not.toHaveCount(0);
    expect(await layoutShifts(page, since), name).toBe(0);
  }
});

test('the end of the page: related products to leaf through, and what was looked at before [PDP-09]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await scriptsReady(page);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recently_viewed'))).toMatch(/^\[\d+\]$/);
  await page.goto('/products/test-jug');
  await scriptsReady(page);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  // The list fills before it comes into view.
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await expect(viewed.getByRole('heading', { level: 3 })).toHaveText(['Tidal mug']);
  await expect(viewed.locator('.price')).toContainText('$');
  await viewed.getByRole('link', { name: 'Tidal mug', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tidal mug' })).toBeVisible();
  const related = page.getByRole('region', { name: 'Goes well with' });
  await expect(related.locator('[data-product]')).not.toHaveCount(0);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await related.getByRole('button', { name: 'Next' }).click();
  await expect
    .poll(() => related.locator('.shelf').evaluate((shelf) => shelf.scrollLeft))
    .toBeGreaterThan(100);
});

test('further content comes when its fold is opened [PDP-21]', { tag: '@all' }, async ({ page }) => {
  await page.goto('/products/saltmarsh-planter');
  await expect(page.getByRole('columnheader', { name: 'Nursery pot' })).toHaveCount(0);
  const others = page.waitForRequest(/test\/products\/others\/\d+$/);
  await page.getByText('Care, sizes and more').click();
  await others;
  await expect(page.getByRole('heading', { name: 'Size guide' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Nursery pot' })).toBeVisible();
});

test('what is chosen and bought comes before what is told: on a telephone the button is in the first screen [PDP-06]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/tidal-mug');
  const add = page.locator('.buy-row [type=submit]').first();
  await expect(add).toBeInViewport({ ratio: 1 });
  const told = page.locator('.product-lead');
  const isFirst = (button: Element, text: Element | null) =>
    Boolean(text && button.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await add.evaluate(isFirst, await told.elementHandle())).toBe(true);
});

test('what buys stands at the foot of the window while the form’s own button is out of sight, at every width, over nothing that is used [PDP-06, NAV-29, R141]', {
  tag: '@all',
}, async ({ page }) => {
  const bar = page.locator('.buy-bar');
  const box = async (part: Locator) => (await part.boundingBox())!;
  for (const [width, height] of [[768, 1024], ...widths.map(([, ...size]) => size)] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/products/tidal-mug');
    await scriptsReady(page);
    await expect(bar).toBeHidden();
    const last = page.locator('.footer :is(a, button, select)').last();
    // The whole page is laid out (docs/decisions/10-first-paint.md).
    await expect(page.locator('html')).not.toHaveClass(/soon/);
    const since = await page.evaluate(() => performance.now());
    await last.focus();
    await expect(bar).toBeVisible();
    for (const part of ['Tidal mug', 'Sage', '$28.00']) await expect(bar).toContainText(part);
    await expect(bar.locator('img')).toBeVisible();
    await expect(last).toBeInViewport({ ratio: 1 });
    const foot = await box(bar);
    expect((await box(last)).y + (await box(last)).height, `${width} px`).toBeLessThanOrEqual(foot.y);
    // NAV-29: the button to the top is above the bar.
    const toTop = page.locator('.to-top');
    await expect(toTop).toBeInViewport({ ratio: 1 });
    expect((await box(toTop)).y + (await box(toTop)).height, `${width} px`).toBeLessThanOrEqual(foot.y);
    await noOverflow(page);
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(bar).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar).toBeVisible();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expect(bar).toBeHidden();
    expect(await layoutShifts(page, since), `${width} px`).toBe(0);
    await page.locator('#reviews').scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(bar).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  }
  // With the buy button below the first screen, the bar is there from the start, before any input.
  await page.goto('/products/galley-napkins');
  await page.setViewportSize({ width: 390, height: 640 });
  await page.reload();
  await expect(bar.getByRole('button', { name: 'Add to bag' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).toHaveAttribute('ssr');
});

test('buys at once past the bag; a telephone has the button at hand below the form [PDP-06, PDP-07]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/tidal-mug');
  await scriptsReady(page);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  const bar = page.locator('.buy-bar');
  await expect(bar).toBeVisible();
  await expect(bar).toContainText('$28.00');
  await bar.getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toHaveCount(1);
  await page.goto('/products/saltglass-carafe');
  await page.getByRole('button', { name: 'Buy now' }).click();
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  await expect(page.getByText('Saltglass carafe').first()).toBeAttached();
  await expect(page.getByText('Tidal mug')).toHaveCount(0);
  await page.goto('/cart');
  await expect(page.getByRole('main').getByText('Tidal mug').first()).toBeVisible();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').lines);
  expect(kept.map(({ title }: { title: string }) => title)).toEqual(['Tidal mug']);
});

test('the shop’s promises stand on product, bag and checkout as the settings say [PDP-10, BAG-44, TRUST-01, TRUST-02, TRUST-08]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  const panel = page.locator('.trust');
  await expect(panel).toContainText('Delivery and returns');
  // Style 2: the texts are expanded and link to the shop's own page.
  await expect(panel).toContainText('in the box it came in. How returns work');
  await expect(panel.getByRole('link', { name: 'How returns work' })).toHaveAttribute(
    'href',
    '/pages/returns',
  );
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible();
  await page.goto('/cart');
  // Style 1: collapsed behind its heading.
  await expect(panel).toContainText('Delivery and returns');
  await expect(panel.getByText('Thirty days')).toBeHidden();
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await page.waitForURL(/\/1\/checkouts\//);
  await expect(panel).toContainText('Delivery and returns');
});

test('gallery, reviews, their dialogs and designs are accessible', { tag: '@all' }, async ({ page }) => {
  test.slow();
  for (const [, width, height] of widths) {
    await page.setViewportSize({ width, height });
    await page.goto('/products/test-jug');
    await scriptsReady(page);
    await page.locator('#buy').getByRole('radio', { name: 'Sage' }).check();
    await expect(page.locator('#stock')).toHaveText('Sold out for now');
    await expectAccessible(page);
    await page.locator('.gallery-slide').first().press('Enter');
    const viewer = page.getByRole('dialog');
    await expect(viewer.locator('.viewer-count')).toHaveText('1 / 2');
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await viewer.locator('img').first().boundingBox())!.width).toBe(1600);
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.goto('/products/tidal-mug');
    const reviews = page.locator('#reviews');
    await reviews.getByRole('button', { name: 'Sort and filter' }).press('Enter');
    await expect(reviews.getByRole('combobox', { name: 'Sort reviews' })).toBeFocused();
    await expectAccessible(page, '#reviews');
    await reviews.locator('.review .review-pictures a').first().press('Enter');
    await expect(page.getByRole('dialog', { name: 'Pictures by buyers' })).toBeVisible();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Write a review' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Write a review' });
    await form.getByRole('button', { name: 'Send review' }).click();
    await expect(form.getByText("Your review can't be blank")).toBeVisible();
    await expectAccessible(page, 'dialog');
  }
  await page.goto('/products/test-cloth');
  await page.getByLabel('Words').fill('A. L.');
  await expect(page.getByRole('img', { name: /Preview of your design/ })).toBeVisible();
  await expectAccessible(page, '.product');
  await page.goto('/products/saltmarsh-planter');
  await page.getByText('Care, sizes and more').click();
  await expect(page.getByRole('columnheader', { name: 'Nursery pot' })).toBeVisible();
  await expectAccessible(page, '.product');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pictures can be opened, and nothing offers what only scripts can do [PDP-01]', async ({
    page,
    trouble,
  }) => {
    // The browser's own page around an image has inline styles, which our policy forbids.
    trouble.expect(/Applying inline style/);
    // That page has no view transitions either.
    trouble.expect(/ViewTransition opt-in disabled/);
    await page.goto('/products/test-jug');
    await expect(page.getByRole('button', { name: 'Write a review' })).toBeHidden();
    await expect(page.locator('.like').first()).toBeHidden();
    await expect(page.getByRole('button', { name: 'Sort and filter' })).toBeHidden();
    await page.locator('.gallery-slide').first().click();
    await expect(page).toHaveURL(/\/media\/[0-9a-f]+\/\d+\.jpeg$/);
  });
});
