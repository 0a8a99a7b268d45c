import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, bagOf, createOrderShop, filledIn, submit } from '../orders/fixture.ts';

let shop: TestShop;
let visitor: Visitor;
let arrived: string;
let announced: string;

beforeAll(async () => {
  shop = await createOrderShop();
  visitor = shop.visitor();
  [arrived, announced] = [await upload(true), await upload(false)];
});

/** Uploads an image, or only half of it. @returns its URL */
async function upload(comes: boolean): Promise<string> {
  const query = { type: 'image', file_name: 'photo.png' } as const;
  const { upload_url, file_url } = await visitor.data('GET /api/v1/common/file/upload/token', { query });
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer();
  // A rejected file uses up its token too.
  const body = new Uint8Array(comes ? picture : picture.subarray(0, picture.length / 2));
  expect((await visitor.send(upload_url, { method: 'PUT', body })).status).toBe(comes ? 204 : 400);
  return file_url;
}

/** Creates a cup that can be printed with the shopper's image for 5.00 extra. */
async function cup(isPresale = false) {
  const made = await addProduct(shop, { price: 2000, stock: 5, title: 'Photo cup', isPresale });
  const option = { type: 2, name: 'photo', label: 'Photo', required: true, price: 500, values: [] };
  await shop.db.write
    .updateTable('products')
    .set({ custom_options: JSON.stringify([option]) })
    .where('id', '=', made.product)
    .execute();
  return made;
}

const tailor = (value: string) => [{ name: 'photo', type: 2, value }];
const bagWith = (wanted: Awaited<ReturnType<typeof cup>>, value: string) => {
  const body = bagOf([wanted]);
  Object.assign(body.checkouts[0]!.variant_items[0]!, { tailor_req_list: tailor(value) });
  return body;
};
const wrong = () => [
  announced,
  arrived.replace(/.\.webp$/, 'x.webp'),
  '/media/abc/800.webp',
  '/1/checkouts/x',
];

describe('a product with a picture of the shopper', () => {
  it('is priced with a picture that was really uploaded, and with no other path [PRICE-02]', async () => {
    const { product, variant } = await cup();
    const body = [arrived, ...wrong()].map((value) => ({
      product_id: product,
      variant_id: variant,
      tailor_req_list: tailor(value),
    }));
    const priced = await visitor.data('POST /api/v1/cart/variant/price', { body });
    expect(priced.map(({ tailor_status, sale_price }) => [tailor_status, sale_price])).toEqual([
      [1, 25],
      ...wrong().map(() => [0, 20]),
    ]);
  });

  it('is taken into a checkout and an order only so', async () => {
    const made = await cup();
    for (const value of wrong()) {
      const { code, msg } = await visitor.call('POST /api/v1/checkout', { body: bagWith(made, value) });
      expect([code, msg]).toEqual([codes.checkoutChanged, expect.stringContaining('Photo cup')]);
    }
    const opened = async () =>
      (await visitor.data('POST /api/v1/checkout', { body: bagWith(made, arrived) })).checkout.token;
    const [first, second] = [await opened(), await opened()];
    expect((await submit(visitor, first, filledIn)).code).toBe(0);
    // As if the image had been deleted while the bag waited.
    const uploads = shop.db.write.updateTable('uploads');
    await uploads.set({ stored_at: null }).execute();
    expect((await submit(visitor, second, filledIn)).code).toBe(codes.checkoutChanged);
    await uploads
      .set({ stored_at: 1 })
      .where('storage_key', '=', arrived.slice('/media/'.length, -'.webp'.length))
      .execute();
    expect((await submit(visitor, await opened(), filledIn)).code).toBe(0);
  });

  it('is ordered ahead only so', async () => {
    const { product, variant } = await cup(true);
    const begin = (value: string) =>
      visitor.call('POST /api/presale/order/create', {
        body: { product_id: product, variant_id: variant, quantity: 1, custom_props: tailor(value) },
      });
    for (const value of wrong()) expect((await begin(value)).code, value).not.toBe(0);
    expect((await begin(arrived)).code).toBe(0);
  });
});
