/** The bag in the browser: how it survives failures, and what the shopper sees (docs/decisions/16-bag.md). */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, hydrate, scriptsReady, test } from './fixtures.ts';

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

/** Stores a value under the bag's key before the page's first script runs. */
async function store(page: Page, value: unknown) {
  await page.addInitScript(
    (text) => {
      if (!sessionStorage.getItem('stored')) localStorage.setItem('cart', text);
      sessionStorage.setItem('stored', '1');
    },
    typeof value === 'string' ? value : JSON.stringify(value),
  );
}

/** Returns the ms from each of five clicks on "Add to bag" until badge and open bag show it, with API requests pending. */
async function addTimes(page: Page): Promise<number[]> {
  await page.goto('/products/tidal-mug');
  await hydrate(page, 'ProductForm');
  await page.evaluate(() => dispatchEvent(new Event('hydrate:bag')));
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

test('an add shows in the bag within 50 ms, before any answer of the server', {
  tag: ['@desktop', '@timing'],
}, async ({ page }) => {
  // The fastest of five measures the shop and not the load of the machine.
  expect(Math.min(...(await addTimes(page)))).toBeLessThan(50);
  await expect(total(page)).toHaveText('Updating…');
});

// Only in a soak: on a shared machine, a throttled CPU measures the other load.
if (process.env.SOAK) {
  test('an add shows within 100 ms on a processor four times slower', {
    tag: ['@desktop', '@timing'],
  }, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    expect(Math.min(...(await addTimes(page)))).toBeLessThan(100);
  });

  test('so do the first click of a page, one more, and a deletion', {
    tag: ['@desktop', '@timing'],
  }, async ({ page }) => {
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
      gone!.push(await reaction(page, '[aria-label^="Delete"]', 'main:not(:has(.bag-line))'));
      await page.unrouteAll();
    }
    for (const times of [first, more, gone]) expect(Math.min(...times!), String(times)).toBeLessThan(100);
  });
}

/** Returns the ms from a click on `pressed` until `shown` exists. */
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
  await hydrate(page, 'ProductForm');
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#buy button[type=submit]')!.click();
    location.reload();
  });
  // Wait for the reloaded page, not the one that was clicked.
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

test('where storage is forbidden the shop still sells, from a quick view too', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    // Such browsers also deny locks.
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
  // A product added in the quick-view frame appears in the bag of the page around it, next to the existing items.
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

test('a stored value that is no bag is an empty bag, and the next add replaces it', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  for (const broken of ['{', '{"items":"old"}', 'null', '[[]]']) {
    await page.evaluate((text) => localStorage.setItem('cart', text), broken);
    await page.reload();
    await expect(badge(page), broken).toBeHidden();
    await add(page).click();
    await expect(badge(page), broken).toHaveText('1');
  }
});

test('two tabs that add ten each end with twenty, in both, and in a third one whose scripts have not run', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const other = await context.newPage();
  const sleeping = await context.newPage();
  await sleeping.goto('/collections');
  for (const tab of [page, other]) {
    await tab.goto('/products/tidal-mug');
    await hydrate(tab, 'ProductForm');
  }
  const addTen = (tab: Page) =>
    tab.evaluate(async () => {
      for (let n = 0; n < 10; n++) {
        document.querySelector<HTMLElement>('#buy button[type=submit]')!.click();
        await new Promise((resolve) => setTimeout(resolve, n % 3));
      }
    });
  await Promise.all([addTen(page), addTen(other)]);
  for (const tab of [page, other, sleeping]) await expect(badge(tab)).toHaveText('20');
  await page.reload();
  await expect(badge(page)).toHaveText('20');
});

test('back from the checkout the bag is as it was, and leads there again', { tag: '@desktop' }, async ({
  page,
}) => {
  await store(page, [line(1)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  const checkout = page.getByRole('button', { name: /^Checkout/ });
  for (const _ of ['there', 'and again']) {
    await checkout.click();
    await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
    await page.goBack();
    await expect(badge(page)).toHaveText('1');
    await expect(total(page)).toHaveText('$28.00');
    await expect(checkout).toHaveAttribute('aria-busy', 'false');
  }
});

test('offline the bag keeps its lines and invents no total; it is priced again online [PRICE-18]', {
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
  // Offline emulation fires no `online` event on a machine without a network.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(total(page)).toHaveText('$56.00');
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

test('a bag of 99 takes no more, from the product page, its bar or a card: nothing changes, the control shakes for 1 s, and the reason is said [ADD-18, ADD-19, ADD-20, ADD-22, ADD-23]', {
  tag: '@all',
}, async ({ page }) => {
  const full = 'Your bag holds 99 pieces at most';
  const isDesk = page.viewportSize()!.width > 1040;
  const toast = page.locator('.toast');
  const refuses = async (control: Locator) => {
    await expect(control).toHaveClass(/shake/);
    await expect(page.locator('#live')).toHaveText(new RegExp(full));
    await expect(toast).toHaveText(full);
    // Move the pointer away: on a phone the toast appears where the control was pressed, and hovering keeps it open.
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
  await hydrate(page, 'ProductForm');
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
  tag: ['@all', '@desktop'],
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
  // Filling a field removes its own error only.
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
  // The plain option needs no customisation.
  await page.locator('.option', { hasText: 'Plain' }).click();
  await expect(price).toHaveText('$46.00');
  await expect(initials).toBeHidden();
  await add(page).click();
  await expect(badge(page)).toHaveText('1');
  const [stored] = await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!).lines);
  expect(stored.customizedOptions ?? []).toEqual([]);
});

test('a press while the bag is priced is kept; what its prices change is shown before the checkout: a line sold out since', {
  tag: '@desktop',
}, async ({ page }) => {
  const checkout = page.getByRole('button', { name: 'Checkout' });
  const bowl = line(13, { title: 'Shore bowl', price: 32 });
  await store(page, [line(1, { price: 28 }), bowl]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v2/cart/discount', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/v2/cart/discount');
  await page.goto('/cart');
  await asked;
  await expect(page.locator('.bag-total')).toContainText('Updating');
  await checkout.press('Enter');
  await expect(checkout).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/cart$/);
  release();
  await expect(page.locator('.bag-notice')).toHaveText('Your bag has changed. Please look at it once more.');
  await expect(page.locator('#live')).toHaveText('Your bag has changed. Please look at it once more.');
  await expect(page.locator('.bag-line').nth(1)).toContainText('sold out');
  await checkout.click();
  await expect(page).toHaveURL(/\/1\/checkouts\//);
});

test('an add opens the drawer, which gives the focus back; below the bag’s page stands what is not in it [BAG-06]', async ({
  page,
}) => {
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await expect(page.getByRole('dialog', { name: /^Shopping Cart/ })).toHaveClass(/sheet/);
  await expect(total(page)).toHaveText('$28.00');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(add(page)).toBeFocused();
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$28.00');
  // The recommendations below exclude products in the bag.
  const others = page.getByRole('region', { name: 'What others take home' });
  await expect(others.getByRole('link', { name: 'Cove cup and saucer', exact: true })).toBeVisible();
  await expect(others.getByRole('link', { name: 'Tidal mug', exact: true })).toHaveCount(0);
  // If the bag contains all of them, the title disappears too.
  await others.locator('.cards > li').evaluateAll((items) => {
    for (const item of items) item.setAttribute('hidden', '');
  });
  await expect(others).toHaveCount(0);
});
