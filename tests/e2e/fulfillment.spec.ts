import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, islandsReady, test } from './fixtures.ts';

/** Writes to the shop's database, for what shoppers cannot do: pack, ship, decide on a return. */
function change(sql: string, ...values: (string | number)[]): void {
  const file = new DatabaseSync(join(process.env.E2E_DATA_DIR ?? '', 'atoll.db'), { timeout: 10_000 });
  file.prepare(sql).run(...values);
  file.close();
}

async function answer(request: APIRequestContext, path: string, data: unknown) {
  const response = await request.post(path, { data });
  const { code, msg, data: result } = await response.json();
  expect([code, msg]).toEqual([0, '']);
  return result;
}

/** Places an unpaid order of one mug through the API. */
async function order(request: APIRequestContext) {
  const found = await request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { id, variants } = (await found.json()).data;
  const variant: number = variants.sku_id[variants.sale_status.indexOf(1)];
  const { checkout } = await answer(request, '/api/v1/checkout', {
    source: 2,
    checkouts: [{ variant_items: [{ product_id: id, variant_id: variant, quantity: 1 }] }],
  });
  const placed = await answer(request, checkout.web_url, {
    email: 'ada@example.com',
    address: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      address1: '12 Elm Street',
      city: 'Portland',
      zip: '97204',
      province: 'OR',
      country_code: 'US',
      phone: '+1 503 555 0100',
    },
    payment_method: 'card',
  });
  return {
    orderNo: placed.order_no as string,
    webUrl: checkout.web_url as string,
    token: checkout.token as string,
  };
}

test('finds an order by number and e-mail, shows all of it, and goes back for another [ORD-01, ORD-03, ORD-04, ORD-11, ORD-19]', async ({
  page,
  request,
}) => {
  const { orderNo } = await order(request);
  await page.goto('/fulfillment');
  await page.getByLabel('Order number').fill(orderNo.toLowerCase());
  await page.getByRole('main').getByLabel('Email').fill('eve@example.com');
  await page.getByRole('button', { name: 'Find my order' }).click();
  await expect(page.getByRole('status')).toHaveText('We found no order with this number and email address.');
  await expectAccessible(page);
  await page.getByRole('main').getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Find my order' }).click();
  const panel = page.getByRole('article', { name: orderNo });
  for (const words of [
    'Pending payment',
    'ada@example.com',
    'Ada Lovelace',
    '12 Elm Street',
    '+1 503 555 0100',
    'Tidal mug',
  ]) {
    await expect(panel.getByText(words, { exact: true })).toBeVisible();
  }
  // Amounts of zero have no row.
  await expect(panel.locator('.order-sums dt')).toHaveText(['Subtotal', 'Shipping', 'Total']);
  // The same order with each amount.
  change(
    `update orders set total_discount_amount = 100, pay_ship_insurance_amount = 195, tax_amount = 250, tip_amount = 300,
      tax_lines = '[{"title":"State tax","rate":8,"amount":250}]', total_price = total_price + 645 where order_no = ?`,
    orderNo,
  );
  change('update order_lines set discount = 100 where order_no = ?', orderNo);
  await page.getByRole('link', { name: 'Check another order' }).click();
  await page.getByLabel('Order number').fill(orderNo);
  await page.getByRole('main').getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Find my order' }).click();
  await expect(panel.locator('.order-sums dt')).toHaveText([
    ...['Subtotal', 'Discount', 'Shipping', 'Insurance', 'State tax 8%', 'Tip', 'Total'],
  ]);
  await page.getByRole('link', { name: 'Check another order' }).click();
  await expect(page.getByLabel('Order number')).toBeVisible();
  await expect(panel).toBeHidden();
});

test('opens by the link of the mail, tells times in the reader’s zone, and offers to pay [ORD-14, ORD-15, ORD-17]', {
  tag: '@desktop',
}, async ({ browser, request, baseURL }) => {
  const { orderNo, webUrl, token } = await order(request);
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    timezoneId: 'Asia/Tokyo',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  // The link expires after a year, so use a recent day.
  const evening = new Date(Date.now() - 3 * 86_400_000).setUTCHours(20, 5);
  change('update orders set order_time = ? where order_no = ?', evening, orderNo);
  await page.goto(`/fulfillment?order_no=${orderNo}&token=${token}`);
  await islandsReady(page);
  const inTokyo = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' },
  });
  expect(inTokyo.format(evening)).toContain('05:05');
  await expect(page.getByText(inTokyo.format(evening))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', webUrl);
  change('update orders set status_key = 3 where order_no = ?', orderNo);
  await page.reload();
  await expect(page.getByText('Shipped', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
  await context.close();
});

test('tells how far an order is as the shop says it, prints its invoice, and takes a return', {
  tag: '@all',
}, async ({ page, request }) => {
  const { orderNo, token } = await order(request);
  change(
    'update orders set status_key = 1, paid_at = ?, held_until = null where order_no = ?',
    Date.now(),
    orderNo,
  );
  change('update orders set packed_at = ? where order_no = ?', Date.now(), orderNo);
  await page.goto(`/fulfillment?order_no=${orderNo}&token=${token}`);
  await islandsReady(page);
  const steps = page.getByRole('region', { name: 'Order status' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(1)).toContainText(/^Packed\w/);
  await expect(steps.nth(2)).toHaveText('On its wayStill to come');
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step');
  // Unshipped items cannot be returned.
  await expect(page.getByRole('button', { name: 'Ask for a return' })).toHaveCount(0);
  change(
    `insert into parcels (order_no, tracking_num, tracking_company, tracking_update_time, delivered_at, order_info)
      values (?, 'LX1', 'Post', ?, ?, '[{"title":"Tidal mug","quantity":1}]')`,
    ...[orderNo, Date.now(), Date.now()],
  );
  change('update orders set status_key = 3 where order_no = ?', orderNo);
  await page.reload();
  await islandsReady(page);
  await expect(steps.nth(3)).toContainText(/^Delivered\w/);
  await expect(page.getByRole('region', { name: 'Parcel' })).toContainText('1 × Tidal mug');
  await expect(page.getByRole('link', { name: 'hello@marram.example' })).toHaveAttribute(
    'href',
    /^mailto:.*subject=/,
  );

  await page.getByRole('button', { name: 'Ask for a return' }).press('Enter');
  await page.getByRole('combobox', { name: /Tidal mug/ }).selectOption('0');
  await page.getByRole('button', { name: 'Ask for the return' }).click();
  await expect(page.getByText('Choose at least one piece.', { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('combobox', { name: /Tidal mug/ }).selectOption('1');
  await page.getByLabel('Why?').selectOption({ label: 'It arrived damaged' });
  await page.getByLabel('Anything we should know').fill('A chip at the handle.');
  await page.getByRole('button', { name: 'Ask for the return' }).click();
  const asked = page.getByRole('region', { name: 'Return', exact: true });
  await expect(asked).toContainText('Asked for');
  await expect(page.getByRole('button', { name: 'Ask for a return' })).toHaveCount(0);
  change(
    `update returns set state = 'accepted', answer = 'A label is in your mail.', answered_at = ? where order_no = ?`,
    Date.now(),
    orderNo,
  );
  await page.reload();
  await expect(asked).toContainText('A label is in your mail.');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice');
  await expect(page.getByText('48 Marine Drive')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(2);
});
