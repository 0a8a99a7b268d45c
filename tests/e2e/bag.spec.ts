/** The bag in the browser: what accidents do to it, and what the shopper sees (docs/decisions/16-bag.md). */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scriptsReady, test, wake } from './fixtures.ts';

const add = (page: Page) => page.locator('#buy button[type=submit]').first();
const badge = (page: Page) => page.locator('[data-bag-count]').first();
const total = (page: Page) => page.locator('.bag-total span').last();

const line = (sku_id: number, more = {}) => ({
  id: productOf[sku_id],
  sku_id,
  quantity: 1,
  title: `Line ${sku_id}`,
  price: 1,
  ...more,
});
const productOf: Record<number, number> = { 1: 1, 2: 1, 4: 1, 13: 3, 40: 14 };

/** Puts something under the bag's key before the page's first script runs. */
async function store(page: Page, value: unknown) {
  await page.addInitScript(
    (text) => {
      if (!sessionStorage.getItem('stored')) localStorage.setItem('cart', text);
      sessionStorage.setItem('stored', '1');
    },
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}

/** ms from each of five clicks on "Add to bag" until badge and open bag show it, while the server answers nothing. */
async function addTimes(page: Page): Promise<number[]> {
  await page.goto('/products/tidal-mug');
  await wake(page, 'ProductForm');
  await page.evaluate(() => dispatchEvent(new Event('wake:bag')));
  await expect(page.locator('astro-island[component-url*="BagDrawer"]')).not.toHaveAttribute('ssr');
  await page.route('**/api/**', () => {});
  return page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>('#buy button[type=submit]')!;
    const isShown = (count: number) =>
      document.querySelector('[data-bag-count]')?.textContent === String(count) &&
      document.querySelector<HTMLInputElement>('dialog[open] .bag-line input')?.value === String(count);
    const addOnce = async (count: number) => {
      const started = performance.now();
      button.click();
      while (!isShown(count)) {
        const channel = new MessageChannel();
        await new Promise((resolve) => {
          channel.port1.onmessage = resolve;
          channel.port2.postMessage(null);
        });
        if (performance.now() - started > 2000) break;
      }
      return performance.now() - started;
    };
    const all: number[] = [];
    for (let count = 1; count <= 5; count++) all.push(await addOnce(count));
    return all;
  });
}

test('an add shows in the bag within 50 ms, before any answer of the server', { tag: '@desktop' }, async ({
  page,
}) => {
  // The best of five: what the shop needs, not what a busy machine adds.
  expect(Math.min(...(await addTimes(page)))).toBeLessThan(50);
  await expect(total(page)).toHaveText('Updating…');
});

// In a soak alone: a quarter of a processor that others use too says nothing of the shop.
if (process.env.SOAK) {
  test('an add shows within 100 ms on a processor four times slower', { tag: '@desktop' }, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    expect(Math.min(...(await addTimes(page)))).toBeLessThan(100);
  });

  test('so do the first click of a page, one more, and a deletion', { tag: '@desktop' }, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const [first, more, gone]: number[][] = [[], [], []];
    for (let round = 0; round < 3; round++) {
      await page.goto('/products/tidal-mug');
      first!.push(await reaction(page, '#buy button[type=submit]', '#buy button[aria-busy=true]'));
      await expect(badge(page)).toHaveText('1');
      await page.goto('/cart');
      await expect(total(page)).toHaveText('$28.00');
      await page.route('**/api/**', () => {});
      more!.push(await reaction(page, '[aria-label^="One more"]', '.bag-total[aria-busy=true]'));
      gone!.push(await reaction(page, '[aria-label^="Remove"]', 'main:not(:has(.bag-line))'));
      await page.unrouteAll();
    }
    for (const times of [first, more, gone]) expect(Math.min(...times!), String(times)).toBeLessThan(100);
  });
}

/** ms from a click on the one until the other is there. */
function reaction(page: Page, pressed: string, shown: string): Promise<number> {
  return page.evaluate(
    async ([pressed, shown]) => {
      const started = performance.now();
      document.querySelector<HTMLElement>(pressed!)!.click();
      while (!document.querySelector(shown!) && performance.now() - started < 2000) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - started;
    },
    [pressed, shown],
  );
}

test('a reload right after the click loses nothing, and the badge is right before the first paint [BAG-01, LINE-01]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await wake(page, 'ProductForm');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#buy button[type=submit]')!.click();
    location.reload();
  });
  // The page that has been loaded anew, not the one that the click was made on.
  await page.waitForFunction(() => performance.getEntriesByType('navigation')[0]!.toJSON().type === 'reload');
  await page.waitForLoadState('load');
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) {
        if (name === 'first-paint')
          document.documentElement.dataset.badge =
            document.querySelector('[data-bag-count]')?.textContent ?? '';
      }
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto('/collections');
  await expect(badge(page)).toHaveText('1');
  await expect(page.locator('html')).toHaveAttribute('data-badge', '1');
});

test('with a full storage the shop still sells, and says that the bag will not last', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await add(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(badge(page)).toHaveText('2');
  await expect(page.getByRole('dialog')).toContainText('does not let us keep your bag');
  await expect(total(page)).toHaveText('$56.00');
});

test('where storage is forbidden the shop still sells, from a quick view too', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Such a browser refuses locks as well.
    const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    Object.defineProperty(navigator, 'locks', { value: { request } });
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await expect(badge(page)).toHaveText('1');
  await expect(total(page)).toHaveText('$28.00');
  // What is added in a frame is in the bag of the page around it, beside what was there.
  await page.goto('/collections/table');
  await scriptsReady(page);
  const card = page.locator('#products .card', { hasText: 'Tidal mug' });
  for (const sum of ['$28.00', '$56.00']) {
    await card.getByRole('button', { name: 'Quick view Tidal mug' }).click();
    await page.frameLocator('.quick-view iframe').getByRole('button', { name: 'Add to bag' }).click();
    await expect(total(page)).toHaveText(sum);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(badge(page)).toHaveText('2');
});

test('a bag of the first version is understood, without its broken lines [LINE-07]', {
  tag: '@desktop',
}, async ({ page }) => {
  await store(page, [line(1, { quantity: '2' }), { sku_id: 3, quantity: 5 }, null, line(2)]);
  await page.goto('/cart');
  await expect(badge(page)).toHaveText('3');
  await expect(page.locator('.bag-line')).toHaveCount(2);
  await expect(total(page)).toHaveText('$84.00');
});

for (const broken of ['{', '{"items":"old"}', 'null', '[[]]']) {
  test(`what is no bag (${broken}) is an empty one, and is replaced by the next add`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await store(page, broken);
    await page.goto('/products/tidal-mug');
    await expect(badge(page)).toBeHidden();
    await add(page).click();
    await expect(badge(page)).toHaveText('1');
  });
}

test('two tabs that add ten each end with twenty, in both', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/products/tidal-mug');
    await wake(tab, 'ProductForm');
  }
  const addTen = (tab: Page) =>
    tab.evaluate(async () => {
      for (let n = 0; n < 10; n++) {
        document.querySelector<HTMLElement>('#buy button[type=submit]')!.click();
        await new Promise((resolve) => setTimeout(resolve, n % 3));
      }
    });
  await Promise.all([addTen(page), addTen(other)]);
  for (const tab of [page, other]) await expect(badge(tab)).toHaveText('20');
  await page.reload();
  await expect(badge(page)).toHaveText('20');
});

test('a sleeping tab shows what another one adds', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/collections');
  const other = await context.newPage();
  await other.goto('/products/tidal-mug');
  await add(other).click();
  await expect(badge(page)).toHaveText('1');
});

test('a page that comes back from the back-forward cache shows the bag of now, priced anew', {
  tag: '@desktop',
}, async ({ page }) => {
  await store(page, [line(1)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  await page.evaluate(() => {
    const bag = JSON.parse(localStorage.getItem('cart')!);
    const lines = (bag.lines ?? bag).map((entry: object) => ({ ...entry, quantity: 3 }));
    localStorage.setItem('cart', JSON.stringify({ version: 1, lines }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(badge(page)).toHaveText('3');
  await expect(total(page)).toHaveText('$84.00');
});

test('back from the checkout the bag is as it was, and leads there again', { tag: '@desktop' }, async ({
  page,
}) => {
  await store(page, [line(1)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  const checkout = page.getByRole('button', { name: 'Checkout', exact: true });
  for (const _ of ['there', 'and again']) {
    await checkout.click();
    await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
    await page.goBack();
    await expect(badge(page)).toHaveText('1');
    await expect(total(page)).toHaveText('$28.00');
    await expect(checkout).toHaveAttribute('aria-busy', 'false');
  }
});

test('the bag page is never kept by a cache', { tag: '@desktop' }, async ({ request }) => {
  expect((await request.get('/cart')).headers()['cache-control']).toContain('no-store');
});

test('offline the bag keeps its lines and invents no total; online again it is priced [PRICE-18]', {
  tag: '@desktop',
}, async ({ page, context, trouble }) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED/);
  await store(page, [line(1)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  await context.setOffline(true);
  await page.getByRole('button', { name: /One more/ }).click();
  await expect(badge(page)).toHaveText('2');
  await expect(page.locator('.bag-notice')).toContainText('could not be updated');
  await expect(total(page)).toHaveText('–');
  await context.setOffline(false);
  await expect(total(page)).toHaveText('$56.00');
});

test('answers that come out of order never show an older total', { tag: '@desktop' }, async ({ page }) => {
  await store(page, [line(1)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  const held: (() => void)[] = [];
  await page.route('**/api/v2/cart/discount', async (route) => {
    if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const more = page.getByRole('button', { name: /One more/ });
  await more.click();
  await expect.poll(() => held.length).toBe(1);
  await more.click();
  await expect(total(page)).toHaveText('$84.00');
  const late = page.waitForResponse('**/api/v2/cart/discount');
  held[0]!();
  await late;
  await expect(total(page)).toHaveText('$84.00');
});

test('lines say what became of them: sold out, changed, too many; pre-sale lines leave with a word [PRICE-05, PRICE-07, PRICE-08, PRICE-12]', {
  tag: '@desktop',
}, async ({ page }) => {
  await store(page, [
    line(13, { title: 'Shore bowl' }),
    line(1, { options: [{ name: 'Glaze', value: 'Mauve' }], title: 'Old mug' }),
    line(4, { quantity: 6, title: 'Ink mug' }),
    line(40, { title: 'Bollard table' }),
  ]);
  await page.goto('/cart');
  const lines = page.locator('.bag-line');
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText('sold out');
  await expect(lines.nth(1)).toContainText('Product information updated, please select again');
  await expect(lines.nth(2)).toContainText('Only 4 left');
  await expect(page.locator('.bag-notice')).toContainText('Bollard table');
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Take 4' }).click();
  await expect(total(page)).toHaveText('$112.00');
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveAttribute('aria-disabled', 'false');
});

test('a line goes at once when it is deleted, and the empty bag leads back to the shop [LINE-11]', {
  tag: '@desktop',
}, async ({ page }) => {
  await store(page, [line(1, { title: 'Tidal mug' })]);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Remove Tidal mug' }).click();
  await expect(page.getByText('Your bag is empty')).toBeVisible();
  await expect(page.locator('#live')).toHaveText('Tidal mug removed');
  await expect(page.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/');
});

test('a bag of 99 takes no more, from the product page, its bar or a card: nothing changes, the control shakes for 1 s, and the reason is said [ADD-18, ADD-19, ADD-20, ADD-22, ADD-23]', async ({
  page,
}) => {
  const full = 'Your bag holds 99 pieces at most';
  const isDesk = page.viewportSize()!.width > 1040;
  const toast = page.locator('.toast');
  const refuses = async (control: Locator) => {
    await expect(control).toHaveClass(/shake/);
    await expect(page.locator('#live')).toHaveText(new RegExp(full));
    await expect(toast).toHaveText(full);
    // On a telephone it lies where the control was pressed, and a pointer that rests on a message keeps it.
    await page.mouse.move(0, 0);
    await page.clock.runFor(1000);
    await expect(control).not.toHaveClass(/shake/);
    await expect(badge(page)).toHaveText('99');
    await page.clock.runFor(10_000);
    await expect(toast).toHaveCount(0);
  };
  await page.clock.install();
  await store(page, [line(13, { quantity: 99 })]);
  await page.goto('/products/mast-candlesticks');
  await scriptsReady(page);
  await wake(page, 'ProductForm');
  await page.clock.pauseAt(Date.now() + 60_000);
  await add(page).click();
  await refuses(add(page));
  if (!isDesk) {
    await page.locator('#reviews').scrollIntoViewIfNeeded();
    const again = page.locator('.buy-bar').getByRole('button', { name: 'Add to bag' });
    await again.click();
    await refuses(again);
  }
  await page.clock.resume();
  await page.goto('/collections/light');
  await scriptsReady(page);
  await page.clock.pauseAt(Date.now() + 600_000);
  const card = page.locator('#products .card', { hasText: 'Mast candlesticks' });
  const quick = card.getByRole('link', { name: 'Add to bag Mast candlesticks' });
  await card.hover();
  await quick.click();
  await refuses(quick);
});

test('choosing a variant keeps its address, price and stock; a sold-out one cannot be added', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products/shore-bowl?variant=12');
  await page.locator('.option', { hasText: 'Large' }).click();
  await expect(page).toHaveURL(/variant=13/);
  await expect(page.locator('#buy [type=submit]')).toHaveCount(0);
  await expect(page.locator('#stock')).toHaveText('Sold out for now');
  await page.locator('label.option', { hasText: 'Oat' }).click();
  await expect(page).toHaveURL(/variant=11/);
  await expect(add(page)).toBeEnabled();
  await page.reload();
  await expect(page.locator('.option', { hasText: 'Large' }).locator('input')).toBeChecked();
});

test('a customised product begins plain, costs more from the first choice and asks for what it needs, in place [PDP-27, R142]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products/galley-napkins');
  const price = page.locator('#price');
  await page.locator('.option', { hasText: 'Embroidered' }).click();
  await expect(price).toHaveText('$54.00');
  await add(page).click();
  const initials = page.locator('[name=custom-text]');
  await expect(page.locator('#buy .field-error')).toHaveCount(2);
  await expect(initials).toBeFocused();
  await expect(initials).toHaveAccessibleDescription(/Please add/);
  await expect(badge(page)).toBeHidden();
  // What is said of a field goes when it is filled, and only that.
  await initials.pressSequentially('A');
  await expect(page.locator('#buy .field-error')).toHaveCount(1);
  await expect(
    page.locator('.gallery').getByRole('img', { name: /Preview of your design: “A”/ }),
  ).toBeVisible();
  await page.locator('[name=custom-image]').setInputFiles('public/icon-180.png');
  await expect(page.getByText('icon-180.png is uploaded').first()).toBeVisible();
  await expect(price).toHaveText('$66.00');
  await page.getByRole('button', { name: 'Remove icon-180.png' }).press('Enter');
  await expect(price).toHaveText('$54.00');
  await expect(page.locator('[name=custom-image]')).toBeFocused();
  await expectAccessible(page, '.product');
  // Plain, it is bought as it is.
  await page.locator('.option', { hasText: 'Plain' }).click();
  await expect(price).toHaveText('$46.00');
  await expect(initials).toBeHidden();
  await add(page).click();
  await expect(badge(page)).toHaveText('1');
  const [stored] = await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!).lines);
  expect(stored.customizedOptions ?? []).toEqual([]);
});

test.describe('checkout', { tag: '@desktop' }, () => {
  test.beforeEach(async ({ page }) => {
    await store(page, [line(1)]);
    await page.goto('/cart');
    await expect(total(page)).toHaveText('$28.00');
  });
  const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout' });
  const answer = (page: Page, body: object) =>
    page.route('**/api/v1/checkout', (route) => route.fulfill({ json: body }));

  test('leads to the new checkout 300 ms after its answer, and sends the bag with source 2 [CHK-01, CHK-02, CHK-03]', async ({
    page,
  }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const sent = page.waitForRequest('**/api/v1/checkout');
    const answered = page.waitForResponse('**/api/v1/checkout');
    const left: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));
    await answer(page, {
      code: 0,
      msg: '',
      data: { checkout: { token: 't', shop_id: 1, web_url: '/collections?from=checkout' } },
    });
    await checkout(page).click();
    expect((await sent).postDataJSON()).toMatchObject({
      source: 2,
      checkouts: [{ variant_items: [{ variant_id: 1 }] }],
    });
    await answered;
    await page.clock.runFor(299);
    expect(left).toEqual([]);
    // The page may have taken its time to read the answer: the 300 ms begin then.
    await page.clock.runFor(300);
    await expect(page).toHaveURL(/from=checkout/);
  });

  /** Presses on the way to the checkout while the bag is priced. @returns lets its prices come */
  const pressEarly = async (page: Page, ...lines: object[]) => {
    await page.evaluate((bag) => localStorage.setItem('cart', JSON.stringify(bag)), lines);
    let release = () => {};
    await page.route('**/api/v2/cart/discount', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/v2/cart/discount');
    await page.goto('/cart');
    await asked;
    await expect(page.locator('.bag-total')).toContainText('Updating');
    await checkout(page).press('Enter');
    await expect(checkout(page)).toHaveAttribute('aria-busy', 'true');
    return () => release();
  };

  test('a press while the bag is priced is kept, and leads there as soon as it is', async ({ page }) => {
    const release = await pressEarly(page, line(1, { price: 28 }));
    await expect(page).toHaveURL(/\/cart$/);
    release();
    await expect(page).toHaveURL(/\/1\/checkouts\//);
  });

  test('what its prices change is to be seen before the checkout: a line that has been sold out since', async ({
    page,
  }) => {
    const bowl = line(13, { title: 'Shore bowl', price: 32 });
    const release = await pressEarly(page, line(1, { price: 28 }), bowl);
    release();
    await expect(page.locator('.bag-notice')).toHaveText(
      'Your bag has changed. Please look at it once more.',
    );
    await expect(page.locator('#live')).toHaveText('Your bag has changed. Please look at it once more.');
    await expect(page.locator('.bag-line').nth(1)).toContainText('sold out');
    await expectAccessible(page);
    await checkout(page).click();
    await expect(page).toHaveURL(/\/1\/checkouts\//);
  });

  test('a 10209 is shown for 3 s, then the page loads again and says it once more [CHK-06, CHK-07]', async ({
    page,
  }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await answer(page, { code: 10209, msg: 'Tidal mug has changed its price.', data: null });
    await checkout(page).click();
    await expect(page.locator('.bag-notice')).toHaveText('Tidal mug has changed its price.');
    await expect(page.locator('#live')).toHaveText('Tidal mug has changed its price.');
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      document.documentElement.dataset.before = 'reload';
    });
    await page.clock.runFor(2900);
    await expect(page.locator('html')).toHaveAttribute('data-before', 'reload');
    await page.clock.runFor(200);
    await expect(page.locator('html')).not.toHaveAttribute('data-before');
    await expect(page.locator('.bag-notice')).toHaveText('Tidal mug has changed its price.');
  });

  test('a failure is said, and the shopper can try again [CHK-08]', async ({ page, trouble }) => {
    trouble.expect(/ERR_FAILED/);
    await page.route('**/api/v1/checkout', (route) => route.abort());
    await checkout(page).click();
    await expect(page.locator('.bag-notice')).toContainText('Please try again');
    await expect(checkout(page)).toHaveAttribute('aria-busy', 'false');
    await page.unroute('**/api/v1/checkout');
    await checkout(page).click();
    await expect(page).toHaveURL(/\/1\/checkouts\//);
  });

  test('where a login is needed the shopper goes to it, and comes back [CHK-09]', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/404/);
    await answer(page, { code: 10110, msg: 'Please log in.', data: null });
    await checkout(page).click();
    await expect(page).toHaveURL(/\/login\?return_url=%2Fcart/);
  });
});

test('drawer and bag page are accessible, filled and empty [BAG-06]', async ({ page }) => {
  await page.goto('/cart');
  await expect(page.locator('.bag-empty')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await expect(page.getByRole('dialog', { name: /^Your bag/ })).toHaveClass(/sheet/);
  await expect(total(page)).toHaveText('$28.00');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(add(page)).toBeFocused();
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  // What others take home stands below, without what is in the bag.
  const others = page.getByRole('region', { name: 'What others take home' });
  await expect(others.getByRole('link', { name: 'Cove cup and saucer', exact: true })).toBeVisible();
  await expect(others.getByRole('link', { name: 'Tidal mug', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  // Of all of them in the bag nothing is left below, not even the title.
  await others.locator('.cards > li').evaluateAll((items) => {
    for (const item of items) item.setAttribute('hidden', '');
  });
  await expect(others).toHaveCount(0);
});
