/**
 * Cards of a list show the requested variant, as filters and swatches change it. tests/api/catalog/variant-cards.test.ts tests
 * the response for filters and search terms, tests/components/card.test.ts a card's content.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';

const cards = (page: Page) => page.locator('#products .card');
const cardOf = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('two filters together show the variant that has both, and lead to it [CARD-02, CARD-04, COLL-10]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/collections/table');
  await scriptsReady(page);
  const open = page.getByRole('button', { name: /^Filter( \(|$)/ });
  const isSheet = await open.isVisible();
  if (isSheet) await open.click();
  const form = page.locator('#filter-form');
  for (const value of ['Oat', 'Large']) {
    const box = form.getByRole('checkbox', { name: new RegExp(`^${value}`) }).first();
    const folded = form.locator('details', { has: box }).first();
    if (!(await box.isVisible())) await folded.locator('summary').first().click();
    await box.check();
    if (!isSheet) await expect(page).toHaveURL(new RegExp(`=${value}`));
  }
  if (isSheet) await form.getByRole('button', { name: /^Show \d+ product/ }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).locator('.card-picture img')).toHaveAttribute('alt', /\boat\b/i);
  await expect(cards(page).locator('.price-now [data-amount]')).toHaveText('$48.00');
  await cards(page).locator('.card-title a').click();
  await page.waitForURL(/\?variant=\d+$/);
  for (const value of ['Oat', 'Large'])
    await expect(page.locator('#buy').getByRole('radio', { name: value, exact: true })).toBeChecked();
  await expect(page.locator('#price .price-now')).toContainText('$48.00');
});

test('a swatch shows, prices and links its variant, by pointer and by keyboard, until it is left [CARD-05]', {
  tag: '@all',
}, async ({ page }) => {
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
  if (test.info().project.name === 'desktop-all') {
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
    // The selection stays.
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
  tag: ['@desktop', '@all'],
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
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  await page.goto('/collections/table');
  await scriptsReady(page);
  const second = (card: Locator) => card.locator('.card-second[data-ready]');
  const mug = cardOf(page, 'Tidal mug');
  const cup = cardOf(page, 'Cove cup and saucer');
  const onPicture = { position: { x: 60, y: 60 } };
  await cup.hover(onPicture);
  await expect(second(cup)).toHaveCSS('opacity', '1');
  // Rust has one view only.
  await mug.getByRole('radio', { name: 'Rust' }).check();
  await expect(mug.locator('.card-chosen[data-ready]')).toHaveCount(1);
  await mug.hover(onPicture);
  await cup.hover(onPicture);
  await expect(mug.locator('.card-second')).toHaveCount(0);
  // Ink has a second view; hovering over its swatch shows the front.
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
