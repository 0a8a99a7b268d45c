import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { marketingEventSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { importForSale } from '../catalog/files.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const key = 'POST /api/v1/atmosphere/events';
const countdown = {
  event: 'CHECKOUT_PAGE_COUNTDOWN',
  type: 3 as const,
  title: 'Held for you',
  params: {
    fontDisplay: { color: '#23483c', fontSize: 16, bgColor: '#f1ede4' },
    iconClass: 'clock',
    minutes: 15,
    countdownDisplay: '{title} {time}',
    endingTitle: 'Still yours',
  },
};
const note = { event: 'PRODUCT_TEXT_NOTE', type: 1 as const, title: 'Made to order', params: {} };
const left = { event: 'VARIANT_INVENTORY', type: 1 as const, title: '{stock} left', params: {} };

let shop: TestShop;
let visitor: Visitor;

const save = (value: Parameters<typeof marketingEventSettings.parse>[0]) =>
  shop.db.transaction((trx) =>
    writeSetting(trx, 'atmosphere', marketingEventSettings, value as never, shop.clock.now()),
  );

async function idOf(handle: string): Promise<{ product: number; variant: number }> {
  const row = await shop.db.read
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select(['products.id as product', 'variants.id as variant'])
    .where('products.handle', '=', handle)
    .executeTakeFirstOrThrow();
  return row;
}

beforeEach(async () => {
  shop = await createTestShop();
  visitor = shop.visitor();
  await importForSale(
    shop,
    [
      'Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
      'bowl,Bowl,20.00,shopify,4',
      'cup,Cup,12.50,shopify,7',
    ].join('\n'),
  );
});

describe('marketing events', () => {
  it('are none until the merchant sets some, then those of the names asked for [API-103, MKT-01, MKT-06]', async () => {
    const events = ['BAG_COUNTDOWN', 'CHECKOUT_PAGE_COUNTDOWN'];
    expect(await visitor.data(key, { body: { events } })).toEqual([]);
    await save([note, countdown]);
    expect(await visitor.data(key, { body: { events } })).toEqual([countdown]);
    expect(await visitor.data(key, { body: { events: [] } })).toEqual([]);
  });

  it('of single products are told on their pages alone [API-103, MKT-06]', async () => {
    await save([{ ...note, products: ['bowl'] }]);
    const [bowl, cup] = await Promise.all([idOf('bowl'), idOf('cup')]);
    const events = [note.event];
    expect(await visitor.data(key, { body: { events, product_id: bowl.product } })).toEqual([note]);
    expect(await visitor.data(key, { body: { events, product_id: cup.product } })).toEqual([]);
    expect(await visitor.data(key, { body: { events } })).toEqual([]);
  });

  it('name the pieces left of the variant, and say nothing where nobody knows', async () => {
    await save([left]);
    const { product, variant } = await idOf('bowl');
    const events = [left.event];
    expect(
      await visitor.data(key, { body: { events, product_id: product, variant_id: variant } }),
    ).toMatchObject([{ title: '4 left' }]);
    expect(await visitor.data(key, { body: { events, product_id: product } })).toEqual([]);
  });

  it('are refused in the settings when a countdown has no minutes or a type is unknown [MKT-02]', async () => {
    expect(marketingEventSettings.safeParse([{ ...countdown, params: {} }]).success).toBe(false);
    for (const [type, fits] of [
      [0, false],
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ] as const) {
      expect(marketingEventSettings.safeParse([{ ...countdown, type }]).success).toBe(fits);
    }
    const answer = await visitor.call(key, { body: { events: 'BAG_COUNTDOWN' as never } });
    expect(answer.code).toBe(codes.badParameter);
  });
});
