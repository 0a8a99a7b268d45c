/** A shopper with an unpaid order. API tests cover the responses; here they are stubbed. */
import { expect, test } from './fixtures.ts';

const variant = 36;

test('sold out for all others: the product page wakes by itself for its shopper, and the bag leads to the payment [BR-24]', {
  tag: '@all',
}, async ({ page }) => {
  await page.route('**/variant/inventory', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const data = answer.data.map((row: object & { sku_id: number }) =>
      row.sku_id === variant ? { ...row, sale_inventory_quantity: 1, sale_status: 1 } : row,
    );
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.route('**/order/lookup?**', (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: { web_url: '/1/checkouts/mine', variant_items: [] } } }),
  );
  await page.addInitScript(() => localStorage.setItem('order_no', 'AT-1'));
  await page.goto(`/products/bell-pendant?variant=${variant}`);
  await expect(page.locator('#buy').getByRole('button', { name: 'Add to bag' })).toBeVisible();
  await expect(page.locator('#stock')).toHaveText('Only 1 left');
  await page.goto('/de/cart');
  const offer = page.getByRole('link', { name: 'Weiter zur Zahlung' });
  await expect(offer).toHaveAttribute('href', '/de/1/checkouts/mine');
});
