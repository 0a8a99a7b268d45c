/** Checkouts and paid orders with the texts of injected-texts.ts in every field of shoppers and coupon authors. */

import { createApp } from '#server/api/app.ts';
import { readCountries } from '#server/checkout/countries.ts';
import { taxSchema } from '#server/checkout/settings.ts';
import type { PaymentProvider } from '#server/core/payment-provider.ts';
import type { Services } from '#server/core/services.ts';
import { jobHandlers } from '#server/jobs/table.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { runDueJobs } from '../api/harness/run-due-jobs.ts';
import { Visitor } from '../api/harness/visitor.ts';
import { injections } from '../injected-texts.ts';
import { spoiledProduct } from './injections.ts';

export interface SpoiledOrders {
  /** Paths of the open checkouts, the orders and their invoices. */
  paths: string[];
  /** HTML of the confirmation emails. */
  mails: string[];
  /** An open checkout and its first name. */
  checkout: { path: string; firstName: string };
  /** An order, its invoice and its street. */
  order: { path: string; invoice: string; street: string };
}

/** Enough orders for each text to appear in one. */
const count = 6;

/** Fills in checkouts, submits every second one, and settles it in place of the payment provider. */
export async function orderSpoiled(shop: Services): Promise<SpoiledOrders> {
  const provider = { name: 'simulated', payee: 'shop', available: () => Promise.resolve(true) };
  const payments = new Map([['simulated', provider as Partial<PaymentProvider> as PaymentProvider]]);
  const services: Services = { ...shop, payments };
  const app = createApp(services);
  const countries = await readCountries(services.db.read);
  // A country where postal code and province are free text.
  const free = countries.find(({ provinces, zip_required }) => provinces.length === 0 && !zip_required)!;
  let at = 0;
  /** Returns the next text of at most `most` characters. */
  const next = (most: number): string => {
    const text = injections[at++ % injections.length]!;
    return text.trim() !== '' && text.length <= most ? text : next(most);
  };
  const address = () => ({
    first_name: next(100),
    last_name: next(100),
    address1: next(255),
    address2: next(255),
    house_number: next(40),
    city: next(120),
    zip: next(20),
    province: next(120),
    phone: '+852 5550 0100',
    country_code: free.code,
  });

  const result: SpoiledOrders = {
    paths: [],
    mails: [],
    checkout: { path: '', firstName: '' },
    order: { path: '', invoice: '', street: '' },
  };
  for (let index = 0; index < count; index++) {
    // A product with a customisation text.
    const piece = await findPiece(services, spoiledProduct(2 * index + 1));
    const coupon = next(64).trim();
    await addCoupon(services, coupon);
    const visitor = new Visitor(app);
    const open = async () => {
      const item = {
        product_id: piece.product,
        variant_id: piece.variant,
        quantity: 1,
        tailor_req_list: [{ ...piece.option, value: next(255) }],
      };
      const body = { source: 2, checkouts: [{ coupon, variant_items: [item] }] };
      return (await visitor.data('POST /api/v1/checkout', { body })).checkout;
    };

    const left = await open();
    const written = { ...address(), phone: next(40) };
    await visitor.data('POST /api/update/checkout/:id', {
      params: { id: left.token },
      body: {
        address: written,
        note: injections.join(' ').slice(index * 300, index * 300 + 1000),
        tax_id: next(64),
      },
    });
    result.paths.push(new URL(left.web_url, services.env.SITE_URL).pathname);
    if (index === 0) result.checkout = { path: result.paths.at(-1)!, firstName: written.first_name };

    const { token } = await open();
    const goes = address();
    // The invoice shows the tax's name: as a row if the tax is added, below the total if prices include it.
    await setTax(services, free.code, next(200), index % 2 === 0);
    const { order_no, total_price } = await visitor.data('POST /:shop_id/checkouts/:token', {
      params: { shop_id: 1, token },
      body: {
        email: 'ada@example.com',
        address: goes,
        shipping_id: await firstShipping(visitor, token, goes),
        payment_method: 'card',
      },
    });
    await settleCapturedPayment(services, {
      orderNo: order_no,
      provider: 'simulated',
      providerRef: `pay-${order_no}`,
      captureRef: `cap-${order_no}`,
      amount: Math.round(total_price * 100),
      currency: 'USD',
      payee: 'shop',
      expectedPayee: 'shop',
    });
    const query = `?order_no=${order_no}&token=${token}`;
    const [path, invoice] = [`/fulfillment${query}`, `/fulfillment/invoice${query}`];
    result.paths.push(path, invoice);
    if (index === 0) result.order = { path, invoice, street: goes.address1 };
  }
  await runDueJobs(services, { mail: jobHandlers.mail! });
  const mails = await services.db.read.selectFrom('mails').select('html').execute();
  result.mails = mails.map(({ html }) => html);
  return result;
}

async function setTax(
  { db, now }: Services,
  country: string,
  title: string,
  included: boolean,
): Promise<void> {
  const rules = [{ country, included, lines: [{ title, rate: 10 }] }];
  await db.transaction((trx) => writeSetting(trx, 'tax', taxSchema, { rules }, now()));
}

/** Returns the id of the first shipping method for this address. */
async function firstShipping(visitor: Visitor, token: string, address: object): Promise<string> {
  const saved = await visitor.data('POST /api/update/checkout/:id', {
    params: { id: token },
    body: { address },
  });
  return String(saved.shippings[0]!.id);
}

async function findPiece(services: Services, handle: string) {
  const { product, variant, custom_options } = await services.db.read
    .selectFrom('products')
    .innerJoin('variants', 'variants.product_id', 'products.id')
    .select(['products.id as product', 'variants.id as variant', 'products.custom_options'])
    .where('products.handle', '=', handle)
    .orderBy('variants.id')
    .executeTakeFirstOrThrow();
  const [option] = JSON.parse(custom_options) as { name: string; type: number }[];
  return { product, variant, option: { name: option!.name, type: option!.type } };
}

async function addCoupon(services: Services, code: string): Promise<void> {
  await services.db.write
    .insertInto('promotions')
    .values({
      kind: 'code',
      discount_type: 2,
      title: code,
      seo_url: `coupon-${encodeURIComponent(code)}`,
      code,
      status: 1,
      starts_at: 0,
      ends_at: null,
      range_type: 1,
      range_ids: '[]',
      rules: JSON.stringify({ mode: 'amount_off', value: 100 }),
      priority: 0,
      usage_limit: null,
      per_customer_limit: null,
      used_count: 0,
      json_config: '{}',
      updated_at: services.now(),
    })
    .execute();
}
