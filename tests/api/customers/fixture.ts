/** Customers of a test shop: their emails, their orders, and programs that authenticate with a token. */
import type { Envelope } from '#lib/contract/endpoint.ts';
import { abandonedCheckoutTokenResolvers } from '#server/customers/abandoned-checkouts.ts';
import { customerMailJobs } from '#server/customers/customer-mails.ts';
import { customerMailTokenResolvers } from '#server/customers/mailed-code.ts';
import { withMailTokens } from '#server/mail/mail-tokens.ts';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { orderMailTokenResolvers } from '#server/orders/mailed-link.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop, TestShopOptions } from '../harness.ts';
import { addProduct, captureOf, createOrderShop, filledIn, order } from '../orders/fixture.ts';

export const ada = { email: 'Ada@Example.com', password: 'tide-and-salt' };

/** Creates a shop with accounts and a product for sale. */
export async function createAccountShop(
  options: TestShopOptions = {},
): Promise<TestShop & { wanted: { product: number; variant: number }[] }> {
  const shop = await createOrderShop({ env: { SITE_URL: 'https://marram.example' }, ...options });
  const setting = settingSchemas.shop.parse({ name: 'Marram', hasAccounts: true });
  await shop.db.transaction((trx) =>
    writeSetting(trx, 'shop', settingSchemas.shop, setting, shop.clock.now()),
  );
  const wanted = [await addProduct(shop, { title: 'Mug', price: 2800, stock: 50 })];
  return { ...shop, wanted };
}

export async function register(shop: TestShop, body: { email: string; password: string } = ada) {
  const visitor = shop.visitor();
  await visitor.data('POST /api/v1/customer/register', { body });
  return visitor;
}

export async function runMailJobs(shop: TestShop): Promise<void> {
  await runDueJobs(shop.services, customerMailJobs);
}

/** Returns the newest email to an address as sent, null if there is none. @param kind e.g. `customer-reset` */
export async function mailTo(shop: TestShop, email: string, kind: string) {
  const row = await shop.db.read
    .selectFrom('mails')
    .select('dedupe_key')
    .where('to_address', '=', email)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const mail = row && (await readUnsentMail(shop.db, row.dedupe_key));
  const words = {
    ...customerMailTokenResolvers,
    ...orderMailTokenResolvers,
    ...abandonedCheckoutTokenResolvers,
  };
  return mail ? withMailTokens(shop.services, mail, words) : null;
}

export async function mailedCode(shop: TestShop, email: string, kind: string): Promise<string> {
  const mail = await mailTo(shop, email, kind);
  const [, code] = /\?code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  if (!code) throw new Error(`no ${kind} for ${email}`);
  return code;
}

export async function registerVerified(shop: TestShop, body = ada): Promise<Visitor> {
  const visitor = await register(shop, body);
  const code = await mailedCode(shop, body.email, 'customer-verify');
  await visitor.data('POST /api/v1/storefront/customer/verify', { body: { code } });
  return visitor;
}

/** Places an order and pays it. */
export async function buy(
  shop: TestShop & { wanted: { product: number; variant: number }[] },
  visitor: Visitor,
  email = 'ada@example.com',
) {
  const placed = await order(visitor, shop.wanted, { ...filledIn, email });
  await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  return placed;
}

/** Calls the API as a program does: without a page, with its token in a header. */
export async function callAsProgram<Data>(
  shop: TestShop,
  path: string,
  {
    token = '',
    body,
    method = body === undefined ? 'GET' : 'POST',
  }: { token?: string; body?: object; method?: string } = {},
): Promise<Envelope<Data> & { status: number; cookies: string[] }> {
  const response = await shop.app.request(
    path,
    {
      method,
      headers: { ...(token && { token }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.7' } } },
  );
  const answer = (await response.json()) as Envelope<Data>;
  return { ...answer, status: response.status, cookies: response.headers.getSetCookie() };
}
