/** From a sold-out variant to the back-in-stock email, by keyboard alone. API tests cover the responses. */
import { expect, scriptsReady, test } from './fixtures.ts';
import { mailedLink } from './mailed-link.ts';

test('what is sold out has no dead button: it is asked for by mail, confirmed by its link, or another is taken in place [PDP-05]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/bell-pendant?variant=36');
  await scriptsReady(page);
  const form = page.locator('#buy');
  const buying = form.locator('[type=submit], [name=quantity]');
  await expect(page.locator('#stock')).toHaveText('Sold out for now');
  await expect(buying).toHaveCount(0);
  await expect(page.locator('#paypal-detail')).toBeHidden();
  const email = `waits-${Date.now()}@example.com`;
  const field = page.locator('.sold-out').getByLabel('Your email');
  await field.focus();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Tell me when it is back' })).toBeFocused();
  await page.keyboard.press('Enter');
  const thanks = page.locator('.wait-sent');
  await expect(thanks).toBeFocused();
  await expect(thanks).toContainText('check your email');
  await expect(page.locator('#live')).toHaveText((await thanks.textContent())!);

  // The next Tab stop is an available variant; choosing it brings the buy buttons back without a page load.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.keyboard.press('Tab');
  const other = page.locator('.sold-out .option').first();
  await expect(other).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Add to bag' })).toBeVisible();
  await expect(page.locator('.sold-out')).toHaveCount(0);
  await expect(page).not.toHaveURL(/variant=36/);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  await page.goto(mailedLink(email));
  const wait = page.locator('.back-in-stock');
  await expect(wait).toContainText('Shall we write to you when Bell pendant');
  await wait.getByRole('button', { name: 'Yes, tell me' }).press('Enter');
  await expect(wait).toContainText('Done. We write to you once');
  // The request survives a reload and can be withdrawn.
  await page.reload();
  await expect(wait).toContainText('Done. We write to you once');
  await wait.getByRole('button', { name: 'Delete my address' }).press('Enter');
  await expect(wait).toContainText('Your address is forgotten');
});
