/** Looking around the demo shop: what is in the HTML, where addresses lead, and how pages behave without scripts. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const pages = [
  '/',
  '/collections',
  '/collections/everything',
  '/products/tidal-mug',
  '/search?type=product&q=vase',
  '/search?q=zzzz',
  '/blogs',
  '/pages/about',
];

async function html(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

/** Structured data of a page, by its type. */
async function jsonLd(page: Page, type: string): Promise<Record<string, unknown>> {
  const all = await page.locator('script[type="application/ld+json"]').allTextContents();
  return all.map((text) => JSON.parse(text)).find((data) => data['@type'] === type);
}

test.describe('without scripts', { tag: '@desktop' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the home page shows its sections, and Continue leads here [NAV-01, NAV-27]', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made slowly, used daily');
    await expect(page.locator('.tile')).toHaveCount(6);
    await expect(page.locator('.card').first()).toContainText('$');
    await expect(page.locator('noscript p')).toContainText('please switch on JavaScript');
  });

  test('a collection shows 20 products a page and leads to the rest [COLL-01, COLL-09]', async ({ page }) => {
    await page.goto('/collections/everything');
    await expect(page.locator('.cards > li')).toHaveCount(20);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page_num=2/);
    await expect(page.locator('.cards > li')).toHaveCount(6);
    await page.goto('/collections/everything?page_num=9');
    await expect(page.getByText('There is no page 9')).toBeVisible();
  });

  for (const [sortType, id] of [
    ['4', 'SRCH-13'],
    ['5', 'SRCH-14'],
    ['6', 'SRCH-15'],
    ['7', 'SRCH-16'],
  ] as const) {
    test(`sort_type ${sortType} orders a collection and stands in the control [COLL-09, SRCH-17, ${id}]`, async ({
      page,
    }) => {
      await page.goto('/collections/table');
      await page.getByLabel('Sort by').selectOption(sortType);
      await page.getByRole('button', { name: 'Sort' }).click();
      await expect(page).toHaveURL(new RegExp(`sort_type=${sortType}`));
      await expect(page.getByLabel('Sort by')).toHaveValue(sortType);
      const titles = await page.locator('.card-title').allTextContents();
      const prices = await page
        .locator('.price-now [data-amount]')
        .evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-amount'))));
      const sign = sortType === '4' || sortType === '6' ? 1 : -1;
      if (sortType === '4' || sortType === '5') {
        const sorted = [...titles].sort(
          (one, other) => sign * one.toLowerCase().localeCompare(other.toLowerCase()),
        );
        expect(titles).toEqual(sorted);
      } else {
        expect(prices).toEqual([...prices].sort((one, other) => sign * (one - other)));
      }
    });
  }

  test('a product page tells all of the product: price, values, variants, reviews [PDP-01, NAV-13]', async ({
    page,
  }) => {
    await page.goto('/products/tidal-mug');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidal mug');
    await expect(page.locator('#price')).toContainText('$28.00');
    await expect(page.locator('#buy').getByRole('radio')).toHaveCount(4);
    await expect(page.locator('.variants tr')).toHaveCount(4);
    await expect(page.locator('.review').first()).toBeVisible();
    await expect(page.locator('.gallery-slide')).not.toHaveCount(0);
  });

  test('?variant= starts with that variant; the canonical address does not name it', async ({ page }) => {
    await page.goto('/products/tidal-mug');
    await page.locator('.variants a').nth(1).click();
    await expect(page).toHaveURL(/variant=\d+/);
    await expect(page.locator('#buy').getByRole('radio').nth(1)).toBeChecked();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\/tidal-mug$/);
  });

  test('search works by its form and says what it found [NAV-08, SRCH-02, SRCH-09, SRCH-10]', async ({
    page,
  }) => {
    await page.goto('/search');
    const form = page.locator('main form.search-form');
    await form.getByRole('searchbox').fill('lamp');
    await form.getByRole('button').click();
    await expect(page).toHaveURL(/\/search\?type=product&q=lamp/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lamp');
    await expect(page.locator('.card').first()).toContainText('lamp');
  });

  test('an unknown address answers 404 and helps [ERR-11, NAV-11]', async ({ page, trouble }) => {
    trouble.expect(/404/);
    for (const path of [
      '/nowhere',
      '/products/nothing',
      '/collections/nothing',
      '/blogs/nothing',
      '/pages/nothing',
    ]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.locator('main').getByRole('searchbox')).toBeVisible();
      await expect(page.locator('.lost-links a')).not.toHaveCount(0);
    }
  });

  test('the forbidden page answers 403 [NAV-22]', async ({ page, trouble }) => {
    trouble.expect(/403/);
    expect((await page.goto('/forbidden'))?.status()).toBe(403);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the 500 page answers 500 [ERR-12, NAV-12]', async ({ page, trouble }) => {
    trouble.expect(/500/);
    expect((await page.goto('/500'))?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the journal lists articles and opens one [NAV-25]', async ({ page }) => {
    await page.goto('/blogs/');
    const first = page.locator('.article-card h2 a').first();
    const title = await first.textContent();
    await first.click();
    await expect(page).toHaveURL(/\/blogs\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  });
});

test.describe('addresses', { tag: '@desktop' }, () => {
  for (const [from, to, id] of [
    ['/detail?url=tidal-mug', '/products/tidal-mug', 'NAV-24'],
    ['/collections?url=table', '/collections/table', 'COLL-03'],
  ] as const) {
    test(`${from} leads to ${to} for good [${id}]`, async ({ request }) => {
      const response = await request.get(from, { maxRedirects: 0 });
      expect(response.status()).toBe(301);
      expect(new URL(response.headers().location ?? '', 'http://x').pathname).toBe(to);
    });
  }

  test('/collection/{name} shows the collection under its canonical address [COLL-02]', async ({ page }) => {
    expect((await page.goto('/collection/table'))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Table');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/collections\/table$/);
  });

  test('map_id finds a collection whose name is no longer known [COLL-01]', async ({ page }) => {
    await page.goto('/');
    const href = await page.locator('#menu a', { hasText: 'Light' }).getAttribute('href');
    expect(href).toMatch(/^\/collection\/light\?map_id=\d+$/);
    await page.goto(href?.replace('light', 'an-older-name') ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Light');
  });

  test('a product within a collection has the product’s canonical address [COLL-04]', async ({ page }) => {
    await page.goto('/collections/table/products/tidal-mug');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidal mug');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/products\/tidal-mug$/);
    await expect(page.locator('html')).toHaveAttribute('data-page', 'detail');
  });

  test('every product link has the form /products/{seoUrl} [NAV-23, CARD-04]', async ({ page }) => {
    await page.goto('/collections/everything');
    const links = await page
      .locator('#products .card-title a')
      .evaluateAll((nodes) => nodes.map((a) => a.getAttribute('href')));
    expect(links).toHaveLength(20);
    for (const link of links) expect(link).toMatch(/^\/products\/[\w-]+$/);
  });
});

test.describe('for search engines', { tag: '@desktop' }, () => {
  test('structured data says the visible price, under the canonical address', async ({ page }) => {
    await page.goto('/products/tidal-mug');
    const product = await jsonLd(page, 'ProductGroup');
    const variants = product.hasVariant as {
      name: string;
      offers: { price: number; url: string; priceCurrency: string };
    }[];
    expect(variants.map(({ name }) => name)).toContain('Tidal mug - Rust');
    for (const { offers } of variants) {
      await page.goto(offers.url);
      const shown = await page.locator('#price [data-amount]').first().getAttribute('data-amount');
      expect([offers.price, offers.priceCurrency]).toEqual([Number(shown), 'USD']);
    }
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(product.url).toBe(canonical);
    expect(await jsonLd(page, 'BreadcrumbList')).toBeTruthy();
    const rating = product.aggregateRating as { reviewCount: number };
    expect(rating.reviewCount).toBe(await page.locator('.review').count());
  });

  test('every address of the sitemap answers 200, has one h1 and names itself as canonical', async ({
    request,
  }) => {
    test.slow();
    const index = await html(request, '/sitemap.xml');
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1]!).pathname);
    expect(files.length).toBeGreaterThan(3);
    let count = 0;
    for (const file of files) {
      for (const [, address] of (await html(request, file)).matchAll(/<url><loc>([^<]+)<\/loc>/g)) {
        const url = new URL(address!);
        const response = await request.get(url.pathname + url.search);
        const text = await response.text();
        expect(response.status(), url.pathname).toBe(200);
        expect(text.match(/<h1[\s>]/g), url.pathname).toHaveLength(1);
        expect(text, url.pathname).toContain(`<link rel="canonical" href="${address}"`);
        expect(text, url.pathname).not.toContain('noindex');
        count++;
      }
    }
    expect(count).toBeGreaterThan(40);
  });

  test('sorted lists, searches and error pages are not to be found, further pages are', async ({
    request,
  }) => {
    for (const path of ['/collections/table?sort_type=6', '/search?q=mug', '/nowhere']) {
      expect(await html(request, path), path).toContain('content="noindex, follow"');
    }
    const second = await html(request, '/collections/everything?page_num=2');
    expect(second).not.toContain('noindex');
    expect(second).toMatch(/rel="canonical" href="[^"]+\/collections\/everything\?page_num=2"/);
    expect(second).toMatch(/rel="prev" href="[^"]+\/collections\/everything"/);
  });

  test('robots.txt names the sitemap on the shop’s own origin', async ({ request, baseURL }) => {
    expect(await html(request, '/robots.txt')).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  });
});

test.describe('every page', () => {
  for (const path of pages) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path);
      await expectAccessible(page);
    });
  }

  test('nothing is wider than the window', async ({ page }) => {
    test.slow();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of pages) {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        const surplus = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(surplus, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test('nothing moves while pages load', async ({ page }) => {
    for (const path of ['/', '/collections/everything', '/products/tidal-mug']) {
      await page.goto(path);
      const shift = await page.evaluate(async () => {
        await document.fonts.ready;
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return sum;
      });
      expect(shift, path).toBe(0);
    }
  });
});

test('a button brings the page back to the top [NAV-28, NAV-29]', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Back to top' });
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, innerHeight * 0.6));
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, innerHeight * 0.6 + 2));
  await expect(button).toBeVisible();
  await button.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toBeHidden();
});

test('a choice sorts at once, without noise in the address [COLL-09]', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/collections/table');
  await page.getByLabel('Sort by').selectOption('6');
  await expect(page).toHaveURL(/\/collections\/table\?sort_type=6$/);
  await page.getByLabel('Sort by').selectOption('');
  await expect(page).toHaveURL(/\/collections\/table\??$/);
});

test('thumbnails bring their picture into view and leave the page where it is', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/products/tidal-mug');
  await page.locator('.thumbs a').nth(2).click();
  await expect(page.locator('#picture-3')).toBeInViewport({ ratio: 0.5 });
  await expect(page.locator('.thumbs a').nth(2)).toHaveAttribute('aria-current', 'true');
  expect(await page.evaluate(() => location.hash)).toBe('');
});

test('a choice shows its picture before anything can break that off', async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await page.locator('#buy').getByRole('radio', { name: 'Rust' }).check();
  await expect(page).toHaveURL(/variant=/);
  // px between the fourth picture and the frame's edge
  const away = (slide: Element) =>
    Math.abs(slide.getBoundingClientRect().left - slide.parentElement!.getBoundingClientRect().left);
  const ink = page.locator('#picture-4');
  expect(await ink.evaluate(away)).toBeGreaterThan(100);
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>('form#buy input[type=radio][value="3"]')?.click();
    document.querySelector<HTMLButtonElement>('form#buy button[type=submit]')?.click();
  });
  expect(await ink.evaluate(away)).toBeLessThan(1);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await ink.evaluate(away)).toBeLessThan(1);
  await expect(page.locator('.thumbs a').nth(3)).toHaveAttribute('aria-current', 'true');
});

test.describe('on a phone', { tag: '@mobile' }, () => {
  test('a collection shows ten products, two a row, then more and less [COLL-05, COLL-06, COLL-07, COLL-08]', async ({
    page,
  }) => {
    await page.goto('/collections/everything');
    const cards = page.locator('#products > li');
    await expect(cards.locator('visible=true')).not.toHaveCount(0);
    const shown = () =>
      cards.evaluateAll((nodes) => nodes.filter((node) => node.getClientRects().length > 0).length);
    expect(await shown()).toBe(10);
    const tops = await cards.evaluateAll((nodes) =>
      nodes.slice(0, 4).map((node) => node.getBoundingClientRect().top),
    );
    expect(tops[0]).toBe(tops[1]);
    expect(tops[2]).toBe(tops[3]);
    expect(tops[2]).toBeGreaterThan(tops[0] ?? 0);
    await page.getByRole('button', { name: 'View more' }).click();
    await expect.poll(shown).toBe(20);
    await page.getByRole('button', { name: 'View less' }).click();
    await expect.poll(shown).toBe(10);
  });

  test('the menu opens over the page and closes with Escape [MENU-14]', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.locator('#menu');
    await expect(menu.getByRole('link', { name: 'Linen' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });
});
