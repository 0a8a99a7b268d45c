/**
 * The worked examples of the promotions (resolutions, Part D) as a shopper sees them, in a shop with exactly those promotions.
 * tests/unit/server/promotions tests each rule, so this file runs in `npm run test:all` only.
 */
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { readEnv } from '#server/core/env.ts';
import type { Services } from '#server/core/services.ts';
import { startServices } from '#server/process/start-services.ts';
import { promotionKindByName } from '#server/promotions/kinds.ts';
import { imageStorage } from '../templates.ts';
import { expect, scriptsReady, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, startShop } from './shop-process.ts';
import { storeBag, storedLine } from './stored-bag.ts';

const port = String(await freePort());
const site = `http://localhost:${port}`;

// All tests share one shop.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.use({ baseURL: site });

let data: DataFolder;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  const env = { DATA_DIR: data.folder, STORAGE_URL: imageStorage, SITE_URL: site };
  const { services, stop } = await startServices(readEnv(env), pino({ level: 'silent' }));
  await fillShop(services.db).finally(stop);
  await startShop(data.folder, { PORT: port });
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

/** Variants of the demo shop at the prices of the examples, minor units: [product, variant, price]. */
const goods = {
  a: [1, 1, 2000],
  b: [4, 14, 1500],
  shirt: [21, 65, 2000],
  cap: [25, 76, 1000],
  socks: [7, 24, 500],
  one501: [17, 48, 3000],
  two502: [18, 51, 1250],
  camera: [13, 38, 20000],
  case: [15, 42, 3000],
  card: [9, 28, 2000],
  red: [22, 68, 1200],
  blue: [22, 69, 1200],
  first: [20, 56, 2500],
  second: [20, 57, 2000],
  third: [20, 58, 2000],
  hundred: [6, 18, 10000],
  twelve: [8, 26, 1200],
  ten: [5, 16, 1000],
  mug: [2, 5, 900],
  bottle: [3, 8, 900],
  sixty: [11, 34, 6000],
  same: [10, 31, 999],
  eight: [10, 32, 800],
  fifteen: [26, 79, 1500],
  thirty: [26, 80, 3500],
  dear: [26, 81, 6000],
} as const;
type Good = keyof typeof goods;

async function fillShop(db: Services['db']): Promise<void> {
  for (const [, id, price] of Object.values(goods)) {
    await db.write
      .updateTable('variants')
      .set({ price, stock: 50, compare_at_price: null })
      .where('id', '=', id)
      .execute();
  }
  await db.write.updateTable('promotions').set({ status: 2 }).execute();
  const product = (good: Good) => goods[good][0];
  const of = (...names: Good[]) => ({ range_type: 2 as const, range_ids: names.map(product) });
  const gift = (good: Good, auto_car: number) => ({
    product_id: product(good),
    variant_id: goods[good][1],
    auto_car,
  });
  const items = (...parts: [Good, number][]) =>
    parts.map(([good, quantity]) => ({ product_id: product(good), quantity }));
  const add = async (id: number, kind: string, title: string, rules: object, more: object = {}) => {
    const { range_ids = [], ...seed } = more as { range_ids?: number[] };
    await db.write
      .insertInto('promotions')
      .values({
        id,
        kind,
        discount_type: promotionKindByName.get(kind)!.discountType,
        title,
        seo_url: `r-${id}`,
        code: '',
        status: 1,
        starts_at: 0,
        ends_at: null,
        range_type: 1,
        priority: 0,
        usage_limit: null,
        per_customer_limit: null,
        used_count: 0,
        json_config: JSON.stringify({ cartShowDiscount: true, bannerBgColor: '', bannerFontColor: '' }),
        updated_at: 0,
        ...seed,
        range_ids: JSON.stringify(range_ids),
        rules: JSON.stringify(rules),
      })
      .execute();
  };
  const steps = [
    { min: 2, value: 10 },
    { min: 3, value: 20 },
  ];
  await add(501, 'tier', 'R101', { condition: 'quantity', mode: 'percent', tiers: steps }, of('a', 'b'));
  const set = items(['shirt', 1], ['cap', 1], ['socks', 2]);
  await add(503, 'bundle', 'R103', { items: set, mode: 'fixed_price', value: 3200 }, { code: 'SET' });
  const pair = [
    { variant_id: goods.one501[1], quantity: 1 },
    { variant_id: goods.two502[1], quantity: 2 },
  ];
  await add(504, 'sku_bundle', 'R104', { items: pair, price: 4500 });
  await add(505, 'tying', 'R105', {
    main_product_ids: [product('camera')],
    items: [{ product_id: product('case') }, { product_id: product('card') }],
    tiers: [
      { count: 2, mode: 'percent', value: 5 },
      { count: 3, mode: 'percent', value: 10 },
    ],
  });
  const perPiece = [
    { min: 2, mode: 'percent', value: 10 },
    { min: 3, mode: 'percent', value: 15 },
  ];
  await add(506, 'multi_spec', 'R106', { count_by: 'piece', tiers: perPiece }, of('red'));
  const pool = { product_ids: [product('first')], pick: 3, mode: 'fixed_price', value: 5000 };
  await add(507, 'combination', 'R107', pool);
  await add(
    508,
    'fullgift',
    'R108',
    {
      condition: 'amount',
      steps: [
        { position: 1, min: 5000, gifts: [gift('mug', 1)] },
        { position: 2, min: 10000, gifts: [gift('mug', 1), gift('bottle', 2)] },
      ],
    },
    of('ten'),
  );
  await add(509, 'oneprice', 'R109', { type: 1, orderAmount: 999 }, of('twelve', 'same'));
  const fifth = { condition: 'quantity', mode: 'percent', tiers: [{ min: 1, value: 20 }] };
  await add(510, 'tier', 'R102 tier', fifth, of('hundred'));
  const off = (value: number, more: object = {}) => ({
    condition: 'amount',
    min: 0,
    mode: 'amount_off',
    value,
    ...more,
  });
  await add(511, 'code', 'SAVE10', off(1000), { code: 'SAVE10', ...of('hundred') });
  const amounts = [
    { min: 5000, value: 500 },
    { min: 10000, value: 1500 },
  ];
  const byAmount = { condition: 'amount', mode: 'amount_off', tiers: amounts };
  await add(513, 'tier', 'R101 by amount', byAmount, of('sixty'));
  const rangeRules = [
    { minPrice: 1000, maxPrice: 2000, orderAmount: 999 },
    { minPrice: 2001, maxPrice: 5000, orderAmount: 1999 },
  ];
  await add(514, 'oneprice', 'R109 by ranges', { type: 2, rangeRules }, of('fifteen'));
  const big = off(3000, { min: 8000, auto_fill: true });
  await add(512, 'code', 'BIG30', big, { code: 'BIG30', ...of('hundred') });
}

const line = (good: Good, quantity = 1, more: object = {}) =>
  storedLine(goods[good][0], goods[good][1], `Good ${good}.`, { quantity, ...more });
/** Lines of one set, each with its quantity per set. */
const group = (code: string, sets: number, parts: [Good, number][]) =>
  parts.map(([good, unit]) =>
    line(good, unit * sets, { type: 2, code, group: code, extend_params: { unit } }),
  );
const total = (page: Page) => page.locator('.bag-total span').last();
const paid = (page: Page, good: Good) =>
  page
    .locator('.bag-line', { hasText: `Good ${good}.` })
    .locator('.bag-line-amount span')
    .last();

test('tiers, sets, tied products, several variants, any three and one price cost what they say [DISC-16, DISC-17, DISC-18, DISC-19, DISC-20, DISC-21, DISC-22, DISC-28]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [
    line('a', 2),
    line('b'),
    ...group('SET', 2, [
      ['shirt', 1],
      ['cap', 1],
      ['socks', 2],
    ]),
    ...group('SB504', 1, [
      ['one501', 1],
      ['two502', 2],
    ]),
    ...group('TY505', 1, [
      ['camera', 1],
      ['case', 1],
      ['card', 1],
    ]),
    line('red', 2),
    line('blue'),
    ...group('CB507', 1, [
      ['first', 1],
      ['second', 1],
      ['third', 1],
    ]),
    line('twelve'),
  ]);
  await page.goto('/cart');
  // 44.00 + 64.00 + 45.00 + 225.00 + 30.60 + 50.00 + 9.99
  await expect(total(page)).toHaveText('$468.59');
  // 11.00 + 16.00 + 10.00 + 25.00 + 5.40 + 15.00; the one-price promotion lowers the price and is no discount.
  await expect(page.getByText('You save $82.40')).toBeVisible();
  const amounts: [Good, string][] = [
    ['a', '$32.00'],
    ['b', '$12.00'],
    ['shirt', '$32.00'],
    ['cap', '$16.00'],
    ['socks', '$16.00'],
    ['one501', '$24.55'],
    ['two502', '$20.45'],
    ['camera', '$180.00'],
    ['case', '$27.00'],
    ['card', '$18.00'],
    ['red', '$20.40'],
    ['blue', '$10.20'],
    ['first', '$19.23'],
    ['second', '$15.38'],
    ['third', '$15.39'],
    ['twelve', '$9.99'],
  ];
  for (const [good, amount] of amounts) await expect(paid(page, good), good).toHaveText(amount);
  await page.getByRole('button', { name: 'Delete Good b.' }).click();
  await page.getByRole('button', { name: 'Delete the set with Good shirt.' }).click();
  // Two units of A reach the first tier; the link shows what the next tier gives.
  await expect(page.getByRole('link', { name: '1 more from this offer for 20% off' })).toBeVisible();
  await expect(paid(page, 'a')).toHaveText('$36.00');
});

test('a tier by amount, and one price for all and by ranges, which never raises one [DISC-16, PRICE-19, PRICE-20]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [
    line('sixty', 2),
    ...(['same', 'eight', 'fifteen', 'thirty', 'dear'] as const).map((good) => line(good)),
  ]);
  await page.goto('/cart');
  // 105.00 + 9.99 + 8.00 + 9.99 + 19.99 + 60.00
  await expect(total(page)).toHaveText('$212.97');
  const amounts: [Good, string][] = [
    ['sixty', '$105.00'],
    ['same', '$9.99'],
    ['eight', '$8.00'],
    ['fifteen', '$9.99'],
    ['thirty', '$19.99'],
    ['dear', '$60.00'],
  ];
  for (const [good, amount] of amounts) await expect(paid(page, good), good).toHaveText(amount);
});

test('a product’s page says what the bag would save with it, and what comes next [PDP-15]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [line('a')]);
  await page.goto('/products/everyday-plates?variant=14');
  await scriptsReady(page);
  const saving = page.locator('#saving');
  await saving.scrollIntoViewIfNeeded();
  await expect(saving).toHaveText('Adding this saves $3.50. 1 more from this offer for 20% off');
  await expect(page.locator('[data-bag-count]').first()).toHaveText('1');
});

test('gift steps: one mug at 60.00, mug and two bottles at 110.00, none at 40.00 [GIFT-01, GIFT-09]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [line('ten', 6)]);
  await page.goto('/cart');
  const gifts = page.locator('.bag-line', { hasText: 'Gift' });
  const quantity = page.getByRole('spinbutton');
  const buy = async (pieces: number) => {
    await quantity.fill(String(pieces));
    await quantity.press('Enter');
    await expect(total(page)).toHaveText(`$${pieces}0.00`);
  };
  await expect(gifts).toHaveText([/Cove cup and saucer/]);
  await buy(11);
  await expect(gifts).toHaveCount(3);
  await expect(gifts.filter({ hasText: 'Cove cup and saucer' })).toHaveCount(1);
  await expect(gifts.filter({ hasText: 'Shore bowl' })).toHaveCount(2);
  await buy(4);
  await expect(gifts).toHaveCount(0);
  await buy(6);
  await expect(gifts).toHaveText([/Cove cup and saucer/]);
});

test('coupons: BIG30 fills itself in at 70.00, SAVE10 asks first and costs 90.00, without one it is 80.00 [DISC-12, DISC-14, DISC-16]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [line('hundred')]);
  await page.goto('/cart');
  await expect(page.locator('.bag-code-chip')).toHaveText('BIG30');
  await expect(total(page)).toHaveText('$70.00');
  await page.getByRole('button', { name: 'Remove discount code BIG30' }).click();
  await expect(total(page)).toHaveText('$80.00');
  await page.getByRole('button', { name: 'Add a discount code' }).click();
  const field = page.getByRole('textbox', { name: 'Discount code' });
  await field.fill('SAVE10');
  await field.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep my discount' }).click();
  await expect(total(page)).toHaveText('$80.00');
  await field.press('Enter');
  await question.getByRole('button', { name: 'Use SAVE10' }).click();
  await expect(total(page)).toHaveText('$90.00');
  await expect(page.getByText('You save $10.00')).toBeVisible();
});
