/**
 * States that pages reach during use: accessible for axe, complete at 320 px and at 200 %, and in a right-to-left language. The
 * tests set the widths; other tests cover what each state does.
 */
import type { Locator, Page } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { purchaseSettings } from '#server/marketing/purchases.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { expect, expectAccessible, hydrate, islandsReady, resize, scriptsReady, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { mailedLink } from './mailed-link.ts';
import { findFaults, findHidden } from './page-faults.ts';
import { englishTexts, findUntranslated, pseudoLanguage } from './pseudo-language.ts';
import { type DataFolder, demoFolder, endShops, startShop, until } from './shop-process.ts';
import { quietEvening, storedLine } from './stored-bag.ts';

const port = String(await freePort());
const site = `http://localhost:${port}`;
// All tests share one shop.
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.use({ baseURL: site, viewport: { width: 390, height: 844 } });

let data: DataFolder;
let db: Database;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  const { env } = await startShop(data.folder, { PORT: port });
  db = await openDatabase(readEnv(env));
  const { languages, texts } = await readThemeSetting(db.read, 'languages');
  const { name, texts: own } = pseudoLanguage();
  const value = { languages: [...languages, { lang: 'ar', name }], texts: { ...texts, ar: own } };
  await db.transaction((trx) => writeSetting(trx, 'languages', settingSchemas.languages, value, Date.now()));
  await until(async () => (await fetch(`${site}/ar/cart`)).ok);
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

const english = englishTexts();

/**
 * Checks the current state, with axe at 390 px, or at 1440 px if mirrored. Tests cannot select by text, which is translated.
 * @param settle scrolls the state back into view after the window was resized
 */
async function look(page: Page, root: string, state: string, settle = async () => {}): Promise<void> {
  const isMirrored = root !== '';
  const scannedWidth = isMirrored ? 1440 : 390;
  const sizes = isMirrored
    ? [
        [1440, 900],
        [390, 844],
      ]
    : [
        [720, 450],
        [320, 640],
        [390, 844],
      ];
  for (const [width, height] of sizes as [number, number][]) {
    await page.setViewportSize({ width, height });
    await settle();
    const faults = async () => {
      const found: string[] = [];
      for (const frame of page.frames().filter((one) => one.url().startsWith(`${site}/`))) {
        found.push(...(await frame.evaluate(findHidden)));
        if (width === 320) found.push(...(await frame.evaluate(findFaults)));
        if (isMirrored) found.push(...(await frame.evaluate(findUntranslated, english)));
      }
      return found;
    };
    await soft.poll(faults, { message: `${root} ${state} at ${width} px` }).toEqual([]);
    if (width === scannedWidth) await expectAccessible(page);
  }
  if (isMirrored) await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptsReady(page);
}

/** A fault in one state does not stop the checks of the others. */
const soft = expect.configure({ soft: true });
const submit = (form: Locator) => form.locator('[type=submit]').first();

for (const root of ['', '/ar']) {
  const language = root ? 'from right to left' : 'in the shop’s own language';

  test(`what is sold out, before and after asking to be told, and what the mail leads to, ${language}`, {
    tag: '@all',
  }, async ({ page }) => {
    await open(page, `${root}/products/bell-pendant?variant=36`);
    await look(page, root, 'sold out');
    const form = page.locator('.wait');
    await form.locator('input').fill('nobody');
    await submit(form).click();
    await expect(form.locator('.field-error')).toBeVisible();
    await look(page, root, 'a wrong address');
    const email = `states${root.replace('/', '-')}@example.com`;
    await form.locator('input').fill(email);
    await submit(form).click();
    await expect(page.locator('.wait-sent')).toBeFocused();
    await look(page, root, 'asked');

    const link = mailedLink(email, data.folder);
    expect(link).toContain(`${root}/pages/back-in-stock?`);
    const wait = page.locator('.back-in-stock');
    await open(page, link.split('?')[0]!);
    await expect(wait).toHaveText(/\S/);
    await look(page, root, 'a link without its code');
    await open(page, link);
    await expect(wait.getByRole('button')).toHaveCount(2);
    await look(page, root, 'to be confirmed');
    await wait.getByRole('button').first().click();
    await expect(wait.getByRole('button')).toHaveCount(1);
    await look(page, root, 'confirmed');
    await wait.getByRole('button').click();
    await expect(wait.getByRole('button')).toHaveCount(0);
    await expect(wait).not.toContainText('reach the shop');
    await look(page, root, 'forgotten');
  });

  test(`products that are bought in another way, ${language}`, { tag: '@all' }, async ({ page }) => {
    await open(page, `${root}/products/bollard-side-table`);
    await look(page, root, 'pre-order');
    await open(page, `${root}/products/galley-napkins`);
    // The option adds a field, which moves the button: hydrate first, so that it does not move during the click.
    await hydrate(page, 'ProductForm');
    await page.locator('[data-custom=button] input').last().check();
    await submit(page.locator('.buy-row')).click();
    await expect(page.locator('[data-custom] .field-error').first()).toBeVisible();
    await look(page, root, 'customised, with something missing');

    await open(page, `${root}/products/tidal-mug`);
    const toFoot = () =>
      page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await look(page, root, 'the bar that buys', async () => {
      await toFoot();
      await expect(page.locator('.buy-bar')).toBeVisible();
    });
    await open(page, `${root}/collections/table`);
    const card = page
      .locator('[data-product]')
      .filter({ has: page.locator('a[href$="/products/tidal-mug"]') });
    await card.locator('[data-view]').first().press('Enter');
    await expect(page.locator('.quick-view')).toHaveAttribute('data-ready');
    await look(page, root, 'quick view');
  });

  test(`the bag: empty, with a set and what goes with it, and choosing, ${language}`, {
    tag: '@all',
  }, async ({ page }) => {
    await open(page, `${root}/cart`);
    await expect(page.locator('.bag-empty-title')).toBeVisible();
    await look(page, root, 'empty bag');
    await open(page, `${root}/promotions/a-quiet-evening`);
    await look(page, root, 'a set');
    const lines = [storedLine(8, 26, 'Saltglass tumblers'), ...quietEvening()];
    await page.evaluate((bag) => localStorage.setItem('cart', JSON.stringify(bag)), lines);
    await open(page, `${root}/cart`);
    await expect(page.locator('.bag-line')).toHaveCount(4);
    await expect(page.locator('.bag-soon')).toHaveCount(0);
    await look(page, root, 'bag');
    await page.locator('.bag-ask').click();
    await expect(page.locator('.bag-all input')).toBeFocused();
    await look(page, root, 'bag, choosing');
    await page.evaluate((bag) => localStorage.setItem('cart', JSON.stringify(bag)), lines.slice(0, 1));
    await open(page, `${root}/collections`);
    // A phone opens the bag page instead.
    await resize(page, 1440, 900);
    await page.locator('[data-bag-link]').first().click();
    await expect(page.locator('dialog.bag .bag-with li')).toHaveCount(2);
    await look(page, root, 'drawer');
  });

  test(`from the checkout to the order: every answer of the way, ${language}`, { tag: '@all' }, async ({
    page,
  }) => {
    const { path, token } = await openCheckout(page);
    await page.goto(root + path);
    await islandsReady(page);
    await expect(page.locator('.express iframe, .express button').first()).toBeVisible();
    const field = (name: string) => page.locator(`#checkout-${name}`);
    await field('country_code').selectOption('US');
    await page.locator('[name=billing_same]').uncheck();
    await field('billing_country_code').selectOption('DE');
    const pay = page.locator('.pay-button');
    await expect(pay).toBeEnabled();
    await look(page, root, 'checkout');
    await page.locator('.checkout-foot button[popovertarget]').first().click();
    await expect(page.locator('.policy:popover-open')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await field('address1').pressSequentially('12 Elm St, Portl');
    await expect(page.locator('.suggestion')).toHaveCount(2);
    await expectAccessible(page);
    await field('address1').fill('');
    await pay.click();
    await expect(page.locator('.field-error').first()).toBeVisible();
    await look(page, root, 'checkout, nothing filled in');
    await page.locator('[name=billing_same]').check();
    const typed = {
      email: 'ada@example.com',
      ...{ first_name: 'Ada', last_name: 'Lovelace', address1: '12 Elm Street', city: 'Portland' },
      ...{ zip: '97204', phone: '+1 503 555 0100' },
    };
    for (const [name, text] of Object.entries(typed)) await field(name).fill(text);
    await field('province').selectOption('OR');
    const payWith = async (card: string) => {
      const frame = page.frameLocator('.way-more iframe');
      await frame.locator('#number').fill(card);
      await frame.locator('#expiry').fill('12 / 34');
      await frame.locator('#cvc').fill('123');
      // After a declined card the checkout loads again, and the button is busy until then.
      await expect(pay).toHaveAttribute('aria-busy', 'false');
      await pay.click();
    };
    await payWith('4000000000000002');
    await expect(page.locator('.refused')).toBeFocused();
    await look(page, root, 'declined');
    await payWith('4000000000003220');
    await page.getByRole('button', { name: 'No, refuse it' }).click();
    await expect(page.locator('.result-mark-failed')).toBeVisible();
    // The bank's return URL has no language prefix.
    await page.goto(root + new URL(page.url()).pathname.replace(root, '') + new URL(page.url()).search);
    await expect(page.locator('.result-mark-failed')).toBeVisible();
    await look(page, root, 'not paid');
    await page.goto(root + path);
    await islandsReady(page);
    await expect(pay).toBeEnabled();
    await payWith('4242424242424242');
    await expect(page.locator('.save-form')).toBeVisible();
    await look(page, root, 'receipt');
    await page.locator('.save-form [name=password]').fill('short');
    await submit(page.locator('.save-form')).click();
    await expect(page.locator('.save-form .field-error')).toBeVisible();
    await look(page, root, 'receipt, a password that is too short');

    const orderNo = new URL(page.url()).searchParams.get('order_no') ?? '';
    await deliver(orderNo);
    const query = new URLSearchParams({ order_no: orderNo, token });
    await page.goto(`${root}/fulfillment?${query}`);
    await islandsReady(page);
    await page.locator('.order-deeds button').click();
    await submit(page.locator('.order-return-form')).scrollIntoViewIfNeeded();
    await page.locator('.order-return-form select').first().selectOption('0');
    await submit(page.locator('.order-return-form')).click();
    await expect(page.locator('.order-return-form .field-error')).toBeVisible();
    await look(page, root, 'order, asking for a return');
    await page.locator('.order-return-form select').first().selectOption('1');
    await page.locator('.order-return-form select').last().selectOption({ index: 1 });
    await submit(page.locator('.order-return-form')).click();
    await expect(page.locator('.order-return-form')).toHaveCount(0);
    await look(page, root, 'order, a return asked for');
    await page.goto(`${root}/fulfillment/invoice?${query}`);
    await look(page, root, 'invoice');
    await page.goto(`${root}/fulfillment`);
    await islandsReady(page);
    const lookup = page.locator('.order-form');
    await lookup.locator('[name=order_no]').fill(orderNo);
    await lookup.locator('[name=email]').fill('eve@example.com');
    await submit(lookup).click();
    await expect(lookup.locator('.field-error, [role=status]').first()).toHaveText(/\S/);
    await look(page, root, 'no order found');
  });

  test(`an account, from the first field to the last, ${language}`, { tag: '@all' }, async ({ page }) => {
    const email = `account${root.replace('/', '-')}@example.com`;
    const form = page.locator('main .account-form').filter({ visible: true }).last();
    const typed = (name: string) => form.locator(`[name=${name}]`);
    const go = async (path: string) => {
      await page.goto(root + path);
      await islandsReady(page);
    };
    await go('/login');
    await look(page, root, 'login');
    await typed('email').fill(email);
    await typed('password').fill('tide-and-salt');
    await submit(form).click();
    await expect(form.locator('.field-error')).toBeVisible();
    await look(page, root, 'a wrong login');
    await go('/forgot');
    await typed('email').fill(email);
    await submit(form).click();
    await expect(form.locator('.form-done')).toBeVisible();
    await look(page, root, 'a new password asked for');
    await go('/register');
    await submit(form).click();
    await expect(form.locator('.field-error').first()).toBeVisible();
    await look(page, root, 'an account with nothing filled in');
    await typed('first_name').fill('Ada');
    await typed('email').fill(email);
    await typed('password').fill('tide-and-salt');
    await submit(form).click();
    await expect(page.locator('.account-nav')).toBeVisible();
    await islandsReady(page);
    await look(page, root, 'a new account');
    await go(mailedLink(email, data.folder).replace(root, ''));
    await expect(form.locator('.button')).toBeVisible();
    await look(page, root, 'a confirmed address');

    await go('/user-info');
    await page.locator('#addresses .button').click();
    await submit(form).click();
    await expect(form.locator('.field-error').first()).toBeVisible();
    await look(page, root, 'an address with nothing filled in');
    await page.locator('#login summary').nth(1).click();
    const change = page.locator('#login details[open] form');
    await change.locator('[name=email]').fill('moved@example.com');
    await change.locator('[name=password]').fill('not-mine');
    await submit(change).click();
    await expect(change.locator('.field-error')).toBeVisible();
    await page.locator('#data summary').click();
    await look(page, root, 'a changed address, and the end of the account');
  });
}

interface OpenedCheckout {
  path: string;
  token: string;
}

/** Opens a checkout of two mugs through the API. */
async function openCheckout(page: Page): Promise<OpenedCheckout> {
  const found = await page.request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { id, variants } = (await found.json()).data;
  const line = {
    product_id: id,
    variant_id: variants.sku_id[variants.sale_status.indexOf(1)],
    quantity: 2,
  };
  const made = await page.request.post('/api/v1/checkout', {
    data: { source: 2, checkouts: [{ variant_items: [line] }] },
  });
  const { web_url: path, token } = (await made.json()).data.checkout;
  return { path, token };
}

const notice = { showNotice: true, onlyHomepage: true, bgColor: '#112233', fontColor: '#ffeedd' };
const badge = { popperColor: '#9a4326', textColor: '#ffffff' };
const menus = [
  { type: 'menu', menuId: 2 },
  { type: 'menu', menuId: 3 },
  { type: 'email', width: 50, title: 'Letter', main: 'Seldom.', tip: 'Your email' },
];

/** Header and footer settings with different layouts. */
const frames: { header: object; footer: object }[] = [
  {
    header: { ...notice, headerStyle: 1, isColumnsShow: true, isMask: true, mobileMenuType: 2 },
    footer: { footerMenuStyle: 1, menus },
  },
  {
    header: { headerStyle: 2, mobileMenuType: 1, searchStyle: 1, searchMobileStyle: 1 },
    footer: { footerMenuStyle: 2, menus },
  },
  {
    header: {
      ...{ isNewHeader: true, headerType: 2, isFixedHeader: true, logoWhiteUrl: '/favicon.svg' },
      menuCustom: { Wood: { ...badge, popperText: 'Sale', shapeType: 1 } },
    },
    footer: {
      ...{ showPayIcon: true, showRightSwitch: true, copyRightText: '© Us' },
      socialLinks: { facebook: { url: 'https://facebook.example/m' } },
      newSocialLinks: [{ icon: '/favicon.svg', url: 'https://mastodon.example/@m' }],
    },
  },
];

test('header, menus and footer as settings change them', { tag: '@all' }, async ({ page }) => {
  const own = {
    header: await readThemeSetting(db.read, 'header'),
    footer: await readThemeSetting(db.read, 'footer'),
    shop: await readThemeSetting(db.read, 'shop'),
  };
  const write = async (change: { header: object; footer: object }, tagline: string) => {
    await db.transaction(async (trx) => {
      const now = Date.now();
      await writeSetting(trx, 'header', settingSchemas.header, { ...own.header, ...change.header }, now);
      await writeSetting(trx, 'footer', settingSchemas.footer, { ...own.footer, ...change.footer }, now);
      await writeSetting(trx, 'shop', settingSchemas.shop, { ...own.shop, tagline }, now);
    });
    await until(async () => (await (await fetch(site)).text()).includes(tagline));
  };
  for (const [at, frame] of frames.entries()) {
    await write(frame, `Frame ${at}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/');
    await expectAccessible(page);
    await page.locator('.menu > li > details > summary', { hasText: 'Table' }).click();
    await expectAccessible(page, '.header');
    await page.keyboard.press('Escape');
    await page.locator('.dropdown:not(.picker) summary').click();
    await expectAccessible(page, '.header');
    await page.keyboard.press('Escape');
    await page.evaluate(() => scrollTo(0, 300));
    await expectAccessible(page, '.header');
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('#menu summary', { hasText: 'Table' }).click();
    await expectAccessible(page, '#menu');
  }
  await write({ header: {}, footer: {} }, own.shop.tagline);
});

test('purchases that pass along a product page', { tag: '@all' }, async ({ page }) => {
  const on = { enabled: true, specifyPages: ['detail'] };
  const path = '/products/tidal-mug';
  await db.transaction((trx) => writeSetting(trx, 'purchaseBarrage', purchaseSettings, on, Date.now()));
  await until(async () => (await (await fetch(site + path)).text()).includes('id="barrage"'));
  const basicConfigResponse = {
    ...on,
    purchaseNoticeConfig: { durationTime: 1, intervalTime: 0, animateTime: 0.1 },
    ...{ displayTextJson: '', displayDateType: 1 },
    popFramePreview: { templateStr: '{name} took home {title}', templateImg: '', styleJson: '' },
  };
  const shopVirtualCustomerVos = ['Ada', 'Grace'].map((name) => ({ name, title: 'a mug', orderTime: 1 }));
  await page.route('**/purchase/barrage/**', (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: { basicConfigResponse, shopVirtualCustomerVos } } }),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, path);
  await expect(page.locator('#barrage')).toContainText('took home a mug');
  await page.locator('#barrage').getByRole('button', { name: 'Pause recent purchases' }).click();
  await expectAccessible(page, '#barrage');
});

// The last test, because it changes the payment settings.
test('payment methods on a page of their own, in a frame and in a kit’s form', { tag: '@all' }, async ({
  page,
}) => {
  const methods = [
    { method: 'getpay', provider: 'getpay', title: 'Getpay', flow: 'redirect' },
    { method: 'ocean', provider: 'ocean', title: 'Card', flow: 'card' },
    { method: 'airwallex', provider: 'airwallex', title: 'Airwallex', flow: 'kit' },
  ] as const;
  await db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, { methods: [...methods] }, Date.now()),
  );
  await page.goto((await openCheckout(page)).path);
  await islandsReady(page);
  await page.locator('#checkout-country_code').selectOption('US');
  for (const { title, flow } of methods) {
    await page.getByRole('radio', { name: title, exact: true }).check();
    if (flow === 'redirect') await expect(page.locator('.way-more')).toContainText(title);
    else await expect(page.frameLocator('.way-more iframe').getByLabel('Card number')).toBeVisible();
    await look(page, '', `paying by ${flow}`);
  }
});

/** Marks an order as shipped and delivered, as the merchant's commands do. */
async function deliver(orderNo: string): Promise<void> {
  const now = Date.now();
  await db.transaction(async (trx) => {
    await trx
      .insertInto('parcels')
      .values({
        ...{
          order_no: orderNo,
          tracking_num: 'LX1',
          tracking_company: 'Post',
          order_info: JSON.stringify([{ title: 'Tidal mug', quantity: 2 }]),
        },
        ...{ tracking_update_time: now, delivered_at: now },
      })
      .execute();
    await trx
      .updateTable('orders')
      .set({ status_key: 3, packed_at: now })
      .where('order_no', '=', orderNo)
      .execute();
  });
}
