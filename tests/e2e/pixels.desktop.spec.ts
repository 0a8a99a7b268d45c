/** Consent and pixels: data sent by browser and shop after a refusal and after consent. The services are emulated. */
import type { Page, Request } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { writeSetting } from '#server/settings/store.ts';
import { consentSchema, pixelSettings } from '#server/tracking/pixel-settings.ts';
import { type ConversionsEmulator, startConversions } from '../emulators/conversions.ts';
import { expect, expectAccessible, holdScripts, scriptsReady, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';
import { addToBag, fillAddress, goToCheckout, payByCard, recordsIn } from './shopper.ts';
import { skip, takeClock } from './stopped-clock.ts';

const port = String(await freePort());
const ids = {
  meta: '123456789012345',
  tiktok: 'C4ABCDEFGHIJ1234567',
  google: 'G-ABC1234567',
  pinterest: '2612345678901',
  snapchat: '0a1b2c3d-1111-2222-3333-444455556666',
};

// All tests share one shop and use one consent setting at a time.
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.use({ baseURL: `http://localhost:${port}` });

let data: DataFolder;
let services: ConversionsEmulator;
let shop: ShopProcess;
let db: Database;
/** A page of the shop before any pixel was configured. */
let bare: Response;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  services = await startConversions();
  shop = await startShop(data.folder, { PORT: port, ...services.env });
  db = await openDatabase(readEnv(shop.env));
  bare = await fetch(`${shop.site}/products/tidal-mug`);
  await ask('ask');
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  await services?.close();
  data?.remove();
});
test.beforeEach(() => {
  services.taken.length = 0;
});

/** Enables all five services and waits until the pages use the consent setting. */
async function ask(consent: 'ask' | 'implied'): Promise<void> {
  await db.transaction(async (trx) => {
    await writeSetting(trx, 'pixels', pixelSettings, ids, Date.now());
    await writeSetting(trx, 'consent', consentSchema, consent, Date.now());
  });
  const pages = ['/', '/products/tidal-mug', '/cart', '/search?q=jug'];
  for (const path of pages) {
    await until(async () =>
      (await (await fetch(shop.site + path)).text()).includes(`data-consent="${consent}"`),
    );
  }
}

/** Fake service scripts: each empties its queue and sends name and id of every event to its host. */
const send = `const send = (host, name, id) => { new Image().src = 'https://' + host + '/told?name=' + name + '&id=' + id; };`;
const scripts: [RegExp, string][] = [
  [
    /^https:\/\/connect\.facebook\.net\/en_US\/fbevents\.js$/,
    `{ ${send} fbq.callMethod = (...call) => { if (call[0] === 'trackSingle') send('www.facebook.com', call[2], call[4].eventID); };
      fbq.queue.splice(0).forEach((call) => fbq.callMethod(...call)); }`,
  ],
  [
    /^https:\/\/analytics\.tiktok\.com\/i18n\/pixel\/events\.js/,
    `{ ${send} const take = (call) => { if (call[0] === 'track') send('analytics.tiktok.com', call[1], call[3].event_id); };
      ttq.splice(0).forEach(take); ttq.track = (...call) => take(['track', ...call]); }`,
  ],
  [
    /^https:\/\/www\.googletagmanager\.com\/gtag\/js/,
    `{ ${send} const take = (call) => { if (call[0] === 'event') send('www.google-analytics.com', call[1], call[2].event_id); };
      dataLayer.splice(0).forEach(take); dataLayer.push = take; }`,
  ],
  [
    /^https:\/\/s\.pinimg\.com\/ct\/core\.js$/,
    `{ ${send} const take = (call) => { if (call[0] === 'track') send('ct.pinterest.com', call[1], call[2].event_id); };
      pintrk.queue.splice(0).forEach(take); pintrk.queue.push = take; }`,
  ],
  [
    /^https:\/\/sc-static\.net\/scevent\.min\.js$/,
    `{ ${send} snaptr.handleRequest = (...call) => { if (call[0] === 'track') send('tr.snapchat.com', call[1], call[2].client_dedup_id); };
      snaptr.queue.splice(0).forEach((call) => snaptr.handleRequest(...call)); }`,
  ],
];

interface Wire {
  /** External hosts that the browser contacted. */
  foreign: Set<string>;
  /** Events by host and id. */
  told: { host: string; name: string; id: string }[];
  /** Requests to the shop's own conversion endpoints. */
  conversions: Request[];
}

/** Records all requests of the browser and emulates the services. */
async function listen(page: Page): Promise<Wire> {
  const wire: Wire = { foreign: new Set(), told: [], conversions: [] };
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.hostname !== 'localhost') wire.foreign.add(url.hostname);
    if (url.pathname.endsWith('/pixel/event/conversions')) wire.conversions.push(request);
  });
  await page.context().route(/^https:\/\//, (route) => {
    const address = route.request().url();
    const script = scripts.find(([pattern]) => pattern.test(address));
    if (script) return route.fulfill({ contentType: 'text/javascript', body: script[1] });
    const { hostname, pathname, searchParams } = new URL(address);
    if (pathname === '/told')
      wire.told.push({
        host: hostname,
        name: searchParams.get('name') ?? '',
        id: searchParams.get('id') ?? '',
      });
    return route.fulfill({ status: 204 });
  });
  return wire;
}

/** Returns the keys of localStorage, sessionStorage and cookies. */
async function storedKeys(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = await page.context().cookies();
  return [...kept, ...cookies.map(({ name }) => name)];
}
const marketing = /^(?:_fb|ttclid|_tt|tt_|_ga|_gcl|_pin|_scid|pixel_)/;

const question = (page: Page) =>
  page.getByRole('region', { name: 'May we share this visit with our advertising partners?' });
const landing = '/products/tidal-mug?fbclid=AbC-1&ttclid=E.C.P.x';

/** Buys a mug by card. @param isAdded waited for before leaving the product page @returns the order number */
async function buy(page: Page, email: string, isAdded?: () => boolean): Promise<string> {
  await addToBag(page, 'tidal-mug', 'Rust');
  if (isAdded) await expect.poll(isAdded).toBe(true);
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  return new URL(page.url()).searchParams.get('order_no') ?? '';
}

/** Advances the clock until pixels have started on this page, if they may. */
async function pixelsDue(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await scriptsReady(page);
  await skip(page, 4500);
}

const conversionRows = () => recordsIn(data.folder).read('select * from conversions');

const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

test('a shop without pixels has nothing to consent to; one with them lets them into pages whose address is no key [TRK-19]', {
  tag: '@all',
}, async () => {
  expect(await bare.text()).not.toMatch(/consent|data-pixels/);
  expect(policyOf(bare)).not.toMatch(/facebook|tiktok|google|pinimg|sc-static/);
  for (const path of ['/products/tidal-mug', '/cart', '/pay/result?order_no=X'])
    expect(policyOf(await fetch(shop.site + path)), path).toContain('https://connect.facebook.net');
  for (const path of ['/login', '/register', '/fulfillment'])
    expect(policyOf(await fetch(shop.site + path)), path).not.toContain('facebook');
});

test('a purchase after a no tells nobody: no foreign host, nothing of marketing stored [TRK-19]', {
  tag: '@all',
}, async ({ page }) => {
  await takeClock(page);
  const wire = await listen(page);
  await page.goto(landing);
  await expect(question(page)).toBeVisible();
  expect((await storedKeys(page)).filter((key) => marketing.test(key) || key === 'consent')).toEqual([]);
  await question(page).getByRole('button', { name: 'No, thank you' }).click();
  await expect(question(page)).toBeHidden();
  await pixelsDue(page);
  await buy(page, 'no@example.com');
  await pixelsDue(page);
  await page.goto('/search?q=jug');
  await pixelsDue(page);
  await expect(question(page)).toBeHidden();
  expect([...wire.foreign]).toEqual([]);
  expect(wire.conversions).toEqual([]);
  expect((await storedKeys(page)).filter((key) => marketing.test(key))).toEqual([]);
  expect(conversionRows()).toEqual([]);
});

test('Global Privacy Control is a no that nobody asks for, where consent is implied, for the shop too [TRK-18]', {
  tag: '@all',
}, async ({ page }) => {
  await ask('implied');
  await takeClock(page);
  await page.context().setExtraHTTPHeaders({ 'Sec-GPC': '1' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const wire = await listen(page);
  await page.goto(landing);
  await scriptsReady(page);
  await expect(page.locator('.consent-said')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toBeHidden();
  await buy(page, 'gpc@example.com');
  await pixelsDue(page);
  await expect(question(page)).toHaveCount(0);
  expect([...wire.foreign]).toEqual([]);
  expect(wire.conversions).toEqual([]);
  expect((await storedKeys(page)).filter((key) => marketing.test(key))).toEqual([]);
  expect(conversionRows()).toEqual([]);
  await ask('ask');
});

test('after a yes every event of a purchase arrives once at each service, in the browser’s and the server’s words under one id [TRK-01, TRK-13, TRK-14, TRK-17, SESS-11]', {
  tag: '@all',
}, async ({ page }) => {
  services.failures.push(500, 500);
  const wire = await listen(page);
  await page.goto(landing);
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Yes, that is fine' }).click();
  await expect.poll(async () => (await storedKeys(page)).includes('ttclid')).toBe(true);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === '_fbc')).toMatchObject({
    value: expect.stringMatching(/^fb\.1\.\d{13}\.AbC-1$/),
    expires: -1,
  });
  expect(cookies.find(({ name }) => name === 'ttclid')).toMatchObject({ value: 'E.C.P.x', expires: -1 });
  await expect.poll(() => wire.told.filter(({ name }) => name === 'ViewContent').length).toBe(2);
  // A pixel's own queue is lost on navigation if its script has not loaded yet.
  const order = await buy(page, 'yes@example.com', () =>
    ['AddToCart', 'add_to_cart', 'addtocart', 'ADD_CART'].every((one) =>
      wire.told.some(({ name }) => name === one),
    ),
  );
  // The checkout loads no third-party script because its URL is a secret; the result page sends the purchase.
  await expect.poll(() => wire.told.some(({ name }) => name === 'CompletePayment')).toBe(true);
  const began = await page.evaluate(() => {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('fbevents'));
    return (script?.startTime ?? 0) - (arrival?.loadEventEnd ?? 0);
  });
  expect(began).toBeGreaterThanOrEqual(2000);
  await page.close();

  const hosts = [
    ...['www.facebook.com', 'analytics.tiktok.com', 'www.google-analytics.com'],
    ...['ct.pinterest.com', 'tr.snapchat.com'],
  ];
  for (const host of hosts) {
    const told = wire.told.filter((event) => event.host === host);
    expect(new Set(told.map(({ id }) => id)).size, host).toBe(told.length);
    expect(
      told.filter(({ id }) => id === `purchase.${order}`),
      host,
    ).toHaveLength(1);
  }
  const namesAt = (host: string) => wire.told.filter((event) => event.host === host).map(({ name }) => name);
  const counts = (names: string[], wanted: string[]) =>
    Object.fromEntries(wanted.map((name) => [name, names.filter((one) => one === name).length]));
  const once = { AddToCart: 1, InitiateCheckout: 1, AddPaymentInfo: 1, Purchase: 1 };
  expect(counts(namesAt('www.facebook.com'), Object.keys(once))).toEqual(once);

  // The first two requests failed and the tab is closed: the shop retries.
  const purchases = () => services.taken.filter(({ event }) => event.event_id === `purchase.${order}`);
  await expect.poll(() => purchases().length, { timeout: 30_000 }).toBe(2);
  await expect
    .poll(() => conversionRows().filter((row) => (row as { state: string }).state === 'waiting'))
    .toEqual([]);
  for (const service of ['meta', 'tiktok']) {
    const told = services.taken
      .filter((one) => one.service === service)
      .map(({ event }) => String(event.event_id));
    expect(new Set(told).size, service).toBe(told.length);
    const host = service === 'meta' ? 'www.facebook.com' : 'analytics.tiktok.com';
    // Browser and server use the same event ids.
    for (const { id } of wire.told.filter((event) => event.host === host)) expect(told).toContain(id);
  }
});

test('implied consent asks nothing; a no by the link in the footer ends it and cleans up [TRK-19]', {
  tag: '@all',
}, async ({ page }) => {
  await ask('implied');
  await takeClock(page);
  const wire = await listen(page);
  await page.goto(landing);
  await pixelsDue(page);
  await expect.poll(() => wire.told.length).toBeGreaterThan(0);
  await expect(question(page)).toBeHidden();
  expect((await storedKeys(page)).filter((key) => marketing.test(key)).sort()).toEqual(['_fbc', 'ttclid']);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await expect(question(page)).toBeFocused();
  await expect(question(page).getByRole('button', { name: 'Yes, that is fine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const reloaded = page.waitForEvent('load');
  await question(page).getByRole('button', { name: 'No, thank you' }).click();
  await reloaded;
  wire.told.length = 0;
  wire.conversions.length = 0;
  await pixelsDue(page);
  expect(wire.told).toEqual([]);
  expect(wire.conversions).toEqual([]);
  expect((await storedKeys(page)).filter((key) => marketing.test(key))).toEqual([]);
  await ask('ask');
});

test(
  'the question is small, moves nothing, and can be answered by keyboard; it may be asked again [TRK-19]',
  { tag: '@all' },
  async ({ page }, info) => {
    // Without reduced motion, the carousel at the top of the page would advance.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(question(page)).toBeVisible();
    await expect(page.locator('#live')).toHaveText('May we share this visit with our advertising partners?');
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('consent.png') });
    for (const { width, height } of [{ width: 390, height: 844 }, page.viewportSize()!]) {
      await page.setViewportSize({ width, height });
      const box = (await question(page).boundingBox())!;
      expect(box.width * box.height).toBeLessThan(width * height * 0.3);
      const [no, yes] = await Promise.all(
        ['No, thank you', 'Yes, that is fine'].map((name) =>
          question(page).getByRole('button', { name }).boundingBox(),
        ),
      );
      expect([no?.width, no?.height]).toEqual([yes?.width, yes?.height]);
    }
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header, main, main h1, main section, footer')].map((part) => {
          const { x, y, width } = part.getBoundingClientRect();
          return [x, y, width].map(Math.round).join(' ');
        }),
      );
    const placesWithIt = await places();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(question(page).getByRole('button', { name: 'No, thank you' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(page.locator('#live')).toContainText('Saved.');
    expect(await places()).toEqual(placesWithIt);
    // A click before the page's scripts have loaded opens the question once they have.
    const release = await holdScripts(page);
    await page.goto('/products/tidal-mug');
    const link = page.getByRole('button', { name: 'Privacy choices' });
    await link.focus();
    await page.keyboard.press('Enter');
    await release();
    await expect(question(page)).toBeFocused();
    await expectAccessible(page);
    await question(page).getByRole('button', { name: 'No, thank you' }).press('Enter');
    await expect(link).toBeFocused();
  },
);
