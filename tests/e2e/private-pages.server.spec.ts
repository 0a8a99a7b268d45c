/** Private pages over HTTP: access, cache headers, redirects. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIRequestContext, expect, test } from '@playwright/test';

async function answer(request: APIRequestContext, path: string, data: unknown) {
  const response = await request.post(path, { data });
  const { code, msg, data: result } = await response.json();
  expect([code, msg]).toEqual([0, '']);
  return result;
}

/** Opens a checkout of one mug. */
async function openCheckout(request: APIRequestContext): Promise<{ web_url: string; token: string }> {
  const found = await request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { id, variants } = (await found.json()).data;
  const variant_id: number = variants.sku_id[variants.sale_status.indexOf(1)];
  const lines = [{ product_id: id, variant_id, quantity: 1 }];
  return (await answer(request, '/api/v1/checkout', { source: 2, checkouts: [{ variant_items: lines }] }))
    .checkout;
}

/** Places an unpaid order of one mug. @returns the query of its link */
async function order(request: APIRequestContext): Promise<{ orderNo: string; token: string }> {
  const checkout = await openCheckout(request);
  const placed = await answer(request, checkout.web_url, {
    email: 'ada@example.com',
    address: {
      ...{ first_name: 'Ada', last_name: 'Lovelace', address1: '12 Elm Street', city: 'Portland' },
      ...{ zip: '97204', province: 'OR', country_code: 'US', phone: '+1 503 555 0100' },
    },
    payment_method: 'card',
  });
  return { orderNo: placed.order_no, token: checkout.token };
}

test('a checkout opens for whoever holds its link, and for no made-up one; its bare address leads the visitor back [CHK-11]', async ({
  request,
  playwright,
  baseURL,
}) => {
  const { web_url: path } = await openCheckout(request);
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const opened = await other.get(path);
  expect(opened.status()).toBe(200);
  expect(opened.headers()['cache-control']).toContain('no-store');
  for (const wrong of ['/1/checkouts/nothing', path.replace('/1/', '/2/'), '/x/checkouts']) {
    expect((await other.get(wrong)).status(), wrong).toBe(404);
  }
  const back = await request.get('/1/checkouts', { maxRedirects: 0 });
  expect([back.status(), back.headers().location]).toEqual([302, path]);
  expect((await other.get('/1/checkouts', { maxRedirects: 0 })).headers().location).not.toBe(path);
  await other.dispose();
});

test('no cache keeps the bag page', async ({ request }) => {
  expect((await request.get('/cart')).headers()['cache-control']).toContain('no-store');
});

test('the return from a bank’s page redirects to an address without the payment’s secret', async ({
  request,
}) => {
  const brought = 'order_no=A-1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
  for (const root of ['', '/de']) {
    const response = await request.get(`${root}/pay/result?${brought}`, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe(`${root}/pay/result?order_no=A-1`);
  }
});

test('order and invoice open by their link alone, and for a year', async ({
  request,
  playwright,
  baseURL,
}) => {
  const { orderNo, token } = await order(request);
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const link = `order_no=${orderNo}&token=${token}`;
  for (const path of ['/fulfillment', '/fulfillment/invoice']) {
    const refused = await other.get(`${path}?order_no=${orderNo}&token=guess`);
    expect(refused.status(), path).toBe(403);
    expect(await refused.text(), path).not.toContain('Lovelace');
  }
  expect(await (await other.get(`/fulfillment?${link}`)).text()).toContain('Lovelace');
  const file = new DatabaseSync(join(process.env.E2E_DATA_DIR ?? '', 'atoll.db'), { timeout: 10_000 });
  const longAgo = Date.now() - 366 * 86_400_000;
  file.prepare('update orders set order_time = ? where order_no = ?').run(longAgo, orderNo);
  file.close();
  const ended = await (await other.get(`/fulfillment?${link}`)).text();
  expect(ended).toContain('has ended');
  expect(ended).toContain('Find my order');
  expect(ended).not.toContain('Lovelace');
  await other.dispose();
});
