/** Every card of a list shows the variant that was asked for: its picture, its price, and a link to it. */
import type { Locator, Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';

const cards = (page: Page) => page.locator('#products .card');
const cardOf = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

interface Said {
  title: string;
  /** Alt text of its picture. */
  picture: string;
  price: string;
  path: string;
}

function said(page: Page): Promise<Said[]> {
  return cards(page).evaluateAll((all) =>
    all.map((card) => ({
      title: card.querySelector('.card-title')!.textContent.trim(),
      picture: card.querySelector<HTMLImageElement>('.card-picture img')!.alt,
      price: card.querySelector('.price-now [data-amount]')!.textContent,
      path: card.querySelector('.card-title a')!.getAttribute('href')!,
    })),
  );
}

/** Follows every card: its page begins with a variant of these values, at the price that the card names. */
async function expectEach(page: Page, ...values: string[]): Promise<void> {
  const found = await said(page);
  expect(found.length).toBeGreaterThan(0);
  for (const { title, picture, price, path } of found) {
    expect(picture, title).toMatch(new RegExp(`\\b${values[0]}\\b`, 'i'));
    expect(path, title).toMatch(/\?variant=\d+$/);
    const product = await page.context().newPage();
    await product.goto(path);
    for (const value of values)
      await expect(
        product.locator('#buy').getByRole('radio', { name: value, exact: true }),
        title,
      ).toBeChecked();
    await expect(product.locator('#price .price-now'), title).toContainText(price);
    await product.close();
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    /** Chooses in the form of the filters, beside the list or in its sheet. */
    async function choose(page: Page, ...values: string[]): Promise<void> {
      const open = page.getByRole('button', { name: /^Filter( \(|$)/ });
      if (await open.isVisible()) await open.click();
      const form = page.locator('#filter-form');
      for (const value of values) {
        const box = form.getByRole('checkbox', { name: new RegExp(`^${value}`) }).first();
        const folded = form.locator('details', { has: box }).first();
        if (!(await box.isVisible())) await folded.locator('summary').first().click();
        await box.check();
        const url = new RegExp(`=${value}`);
        if (!(await open.isVisible()) && javaScriptEnabled) await expect(page).toHaveURL(url);
      }
      const apply = form.getByRole('button', { name: /^Show \d+ product/ });
      if ((await open.isVisible()) || !javaScriptEnabled) await apply.click();
      await expect(page.locator('.chips li')).toHaveCount(values.length + 1);
    }

    test('filtered by sage every card shows, names and leads to sage [CARD-02, CARD-04, COLL-10]', async ({
      page,
    }) => {
      await page.goto('/collections/table');
      if (javaScriptEnabled) await scriptsReady(page);
      const all = (await said(page)).length;
      await choose(page, 'Sage');
      await expect.poll(async () => (await said(page)).length).toBeLessThan(all);
      await expectEach(page, 'Sage');
    });

    test('two filters together show the variant that has both [CARD-02, CARD-04, COLL-10]', async ({
      page,
    }) => {
      await page.goto('/collections/table');
      if (javaScriptEnabled) await scriptsReady(page);
      await choose(page, 'Oat', 'Large');
      await expect(cards(page)).toHaveCount(1);
      await expectEach(page, 'Oat', 'Large');
      expect((await said(page))[0]?.price).toBe('$48.00');
    });

    test('a search for an oat mug shows it in oat [SRCH-09, CARD-02, CARD-04]', async ({ page }) => {
      await page.goto('/search?type=product&q=oat+mug');
      await expectEach(page, 'Oat');
      // Without scripts nothing can be chosen by them: they are not shown.
      await expect(cardOf(page, 'Tidal mug').locator('input[checked]')).toHaveAttribute('aria-label', 'Oat');
    });
  });
}

test('a swatch shows, prices and links its variant, by pointer and by keyboard, until it is left [CARD-05]', async ({
  page,
}) => {
  await page.goto('/collections/wood');
  await scriptsReady(page);
  const card = cardOf(page, 'Creel stool');
  const link = card.getByRole('heading').getByRole('link');
  const price = card.locator('.price');
  const shown = card.locator('.card-chosen[data-ready] img');
  const walnut = card.getByRole('radio', { name: 'Walnut' });
  await expect(price).toHaveText('From $189.00');
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));

  const looked = async () => {
    await expect(price).toHaveText('$219.00');
    await expect(link).toHaveAttribute('href', /^\/products\/creel-stool\?variant=\d+$/);
    await expect(shown).toHaveCount(1);
    await expect(card.locator('.card-chosen')).toHaveCSS('opacity', '1');
  };
  const left = async () => {
    await expect(price).toHaveText('From $189.00');
    await expect(link).toHaveAttribute('href', '/products/creel-stool');
    await expect(shown).toHaveCount(0);
  };
  if (test.info().project.name === 'desktop') {
    await walnut.hover();
    await looked();
    await page.mouse.move(0, 0);
    await left();
    await card.getByRole('radio', { name: 'Oak' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(price).toHaveText('$189.00');
    await page.keyboard.press('ArrowRight');
    await looked();
    // What is chosen stays.
    await page.keyboard.press('Tab');
    await looked();
  } else {
    await walnut.check();
    await looked();
  }
  const picture = await shown.getAttribute('src');
  await link.click();
  await expect(page.locator('#buy').getByRole('radio', { name: 'Walnut' })).toBeChecked();
  await expect(page.locator('#price .price-now')).toContainText('$219.00');
  expect(picture).toContain('/media/');
});

test('a swatch of a filtered list leaves the variant that was asked for, and comes back to it [CARD-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/collections/table?opt.Size=1.5 l&opt.Glaze=Oat');
  await scriptsReady(page);
  const card = cardOf(page, 'Estuary pitcher');
  const price = card.locator('.price');
  await expect(price).toHaveText('Now $74.00Before $89.00');
  const link = card.getByRole('heading').getByRole('link');
  const own = await link.getAttribute('href');
  await card.getByRole('radio', { name: 'Ink' }).hover();
  await expect(card.locator('.card-chosen[data-ready]')).toHaveCount(1);
  await expect(price).toHaveText('Now $74.00Before $89.00');
  await expect(link).not.toHaveAttribute('href', own ?? '');
  await card.getByRole('radio', { name: 'Ink' }).check();
  await card.getByRole('radio', { name: 'Oat' }).check();
  await page.mouse.move(0, 0);
  await expect(card.locator('.card-chosen')).toHaveCount(0);
  await expect(link).toHaveAttribute('href', own ?? '');
});

test('a pointer on a card shows a second view of the same variant, or none; so does the focus [CARD-02]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/collections/table');
  await scriptsReady(page);
  const second = (card: Locator) => card.locator('.card-second[data-ready]');
  const mug = cardOf(page, 'Tidal mug');
  const cup = cardOf(page, 'Cove cup and saucer');
  const onPicture = { position: { x: 60, y: 60 } };
  await cup.hover(onPicture);
  await expect(second(cup)).toHaveCSS('opacity', '1');
  // Rust is seen from one side only.
  await mug.getByRole('radio', { name: 'Rust' }).check();
  await expect(mug.locator('.card-chosen[data-ready]')).toHaveCount(1);
  await mug.hover(onPicture);
  await cup.hover(onPicture);
  await expect(mug.locator('.card-second')).toHaveCount(0);
  // Ink has a second view of its own; while the colour is looked at, it is seen from the front.
  await mug.getByRole('radio', { name: 'Ink' }).check();
  await mug.hover(onPicture);
  await expect(second(mug)).toHaveCSS('opacity', '1');
  await mug.getByRole('radio', { name: 'Ink' }).hover();
  await expect(second(mug)).toHaveCSS('opacity', '0');
  await page.mouse.move(0, 0);
  const plates = cardOf(page, 'Everyday plates');
  await plates.getByRole('heading').getByRole('link').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(second(plates)).toHaveCSS('opacity', '1');
});
