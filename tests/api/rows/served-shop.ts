/** The demo shop on an HTTP server with the sandbox behind it, for the tests of every endpoint. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import { type EndpointKey, type Endpoints, endpoints } from '#lib/contract/table.ts';
import { tipSchema } from '#server/checkout/settings.ts';
import { noticeSettings, purchaseSettings } from '#server/marketing/purchases.ts';
import { paymentSettings, readPaymentSettings } from '#server/payments/settings.ts';
import { apiListener } from '#server/platform/api-listener.ts';
import { openAddressProvider } from '#server/process/start-services.ts';
import { writeSetting } from '#server/settings/store.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { Visitor } from '../harness/visitor.ts';
import { createPayShop, type PayShop } from '../payments/pay-shop.ts';

export interface ServedShop extends PayShop {
  /** Creates a shopper whose calls go over HTTP. */
  visitor(): Visitor;
  product(handle: string): Promise<number>;
  collection(handle: string): Promise<number>;
  /** Returns the id of the demo's first promotion of a type. */
  promotion(kind: string): Promise<number>;
  variants(product: number): Promise<{ id: number; price: number; stock: number }[]>;
}

/** Calls an endpoint and checks that it returns code 0 and data that matches its schema. */
export async function told<Key extends EndpointKey>(
  visitor: Visitor,
  key: Key,
  input?: RequestInput<Endpoints[Key]>,
): Promise<ResponseData<Endpoints[Key]>> {
  const data = await visitor.data(key, input);
  const problem = endpoints[key].data.safeParse(data).error;
  expect(problem?.message, key).toBeUndefined();
  return data;
}

/** Calls an endpoint as its requirement says; throws or fails an assertion if the requirement is not met. */
export type Row = (shop: ServedShop) => Promise<void>;

let shoppers = 0;

export async function serveShop(): Promise<ServedShop> {
  const shop = await createPayShop({ env: { TRUSTED_PROXIES: '127.0.0.1' }, seed: ensureShop });
  shop.services.addresses = openAddressProvider(shop.services.env, shop.services.fetch);
  await sellAllWays(shop);
  const server = createServer(apiListener(shop.services, async () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idOf = async (table: 'products' | 'collections', handle: string) => {
    const row = shop.db.read.selectFrom(table).select('id').where('handle', '=', handle);
    return (await row.executeTakeFirstOrThrow()).id;
  };
  return Object.assign(shop, {
    visitor() {
      shoppers += 1;
      const address = `198.51.${shoppers >> 8}.${shoppers & 255}`;
      const request = (path: string, init: RequestInit) => {
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', address);
        return fetch(origin + path, { ...init, headers, redirect: 'manual' });
      };
      return new Visitor({ request } as unknown as ConstructorParameters<typeof Visitor>[0]);
    },
    product: (handle: string) => idOf('products', handle),
    collection: (handle: string) => idOf('collections', handle),
    async promotion(kind: string) {
      const row = shop.db.read.selectFrom('promotions').select('id').where('kind', '=', kind).orderBy('id');
      return (await row.executeTakeFirstOrThrow()).id;
    },
    variants: (product: number) =>
      shop.db.read
        .selectFrom('variants')
        .select(['id', 'price', 'stock'])
        .where('product_id', '=', product)
        .where('deleted_at', 'is', null)
        .orderBy('position')
        .execute(),
  });
}

/** Enables what the demo leaves out: bank transfer, tips, and notices of other shoppers' purchases. */
async function sellAllWays(shop: PayShop): Promise<void> {
  const { read } = shop.db;
  const payments = await readPaymentSettings(read);
  const bank = { method: 'bank', provider: 'local', title: 'Bank transfer', flow: 'local' } as const;
  const tip = { enabled: true, options: [5, 10, 15], custom_allowed: true };
  const told = purchaseSettings.parse({ enabled: true });
  await shop.db.transaction(async (trx) => {
    const methods = [...payments.methods, { ...bank, instructions: 'Pay to DE00', countries: ['DE'] }];
    const paypal = { ...payments.paypal, min_amount: 100, max_amount: 500_000 };
    await writeSetting(trx, 'payments', paymentSettings, { ...payments, paypal, methods }, shop.clock.now());
    await writeSetting(trx, 'tip', tipSchema, tip, shop.clock.now());
    await writeSetting(trx, 'purchaseBarrage', purchaseSettings, told, shop.clock.now());
    await writeSetting(trx, 'purchaseNotice', noticeSettings, { enabled: true }, shop.clock.now());
  });
}
