/** A second language: all texts translated, under its own URLs. */
import { expect, scriptsReady, test } from './fixtures.ts';

test('a page of a language is in its words and leads to its pages [I18N-06, HDR-22]', async ({ page }) => {
  await page.goto('/de/products/tidal-mug');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('#buy').getByRole('button', { name: 'In den Warenkorb' })).toBeVisible();
  const links = await page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((path) => !/^\/(de|media)\//.test(path))).toEqual([]);
  await scriptsReady(page);

  // Texts of parts that load when opened.
  await page.getByRole('button', { name: 'Bewertung schreiben' }).click();
  const review = page.getByRole('dialog', { name: 'Bewertung schreiben' });
  await review.getByRole('button', { name: 'Bewertung senden' }).click();
  // The live region inside the open dialog announces it too.
  await expect(review.locator('#review-star-error')).toHaveText('Bitte wähle eine Bewertung');
  await review.getByRole('button', { name: 'Schließen' }).click();

  await page.locator('#buy').getByRole('button', { name: 'In den Warenkorb' }).click();
  const bag = page.getByRole('dialog', { name: 'Warenkorb' });
  await expect(
    bag
      .getByRole('button', { name: 'Tidal mug Entfernen' })
      .or(bag.getByRole('button', { name: 'Entfernen Tidal mug' })),
  ).toBeVisible();
  await bag.getByRole('button', { name: 'Zur Kasse' }).click();
  await page.waitForURL(/\/de\/1\/checkouts\/[\w-]+/);
  await expect(page.getByRole('heading', { name: 'Lieferung' })).toBeVisible();
  await expect(page.getByLabel('Land', { exact: true })).toContainText('Deutschland');
  await expect(page.locator('.pay-button')).toBeEnabled();
});

test('what islands say in a language is one file, kept at an address that changes with it; without it they say it in English [I18N-01, I18N-03]', {
  tag: ['@all', '@desktop'],
}, async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED/);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/texts-|getLanguage/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/de/products/tidal-mug');
  const address = (await page.locator('html').getAttribute('data-texts'))!;
  const answer = await page.request.get(address);
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await answer.json()).toMatchObject({ shoppingCart: 'Warenkorb', 'Save {0}%': '{0} % weniger' });
  // A page from an older build gets the current texts, uncached.
  const older = await page.request.get('/texts-de-0123456789ab.json');
  expect(older.headers()['cache-control']).toBe('no-store');
  expect(await older.json()).toEqual(await answer.json());
  await page.locator('#buy').getByRole('button', { name: 'In den Warenkorb' }).click();
  await expect(page.getByRole('dialog', { name: 'Warenkorb' }).getByText('Zwischensumme')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set([address]));

  await page.route(`**${address}`, (route) => route.abort());
  await page.goto('/de/collections/table');
  await page.locator('[data-bag-count]').click();
  await expect(page.getByRole('dialog').getByText('Subtotal')).toBeVisible();
});

/** Returns texts of a German page with a wrong `lang`: only those also on the English page must be marked English. */
function findWrongLanguages([german, english]: readonly [string, string]): string[] {
  const textsOf = (html: string) => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const found = new Map<string, string>();
    const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement!;
      const text = texts.currentNode.nodeValue!.trim();
      // Names, numbers and single words can be the same in several languages.
      if (
        !/\p{L}{2,}\s\p{L}{2,}/u.test(text) ||
        holder.closest('script, style, noscript, option, .review, .reviews')
      )
        continue;
      found.set(text, holder.closest('[lang]')?.getAttribute('lang') ?? '');
    }
    return found;
  };
  const others = textsOf(english);
  return [...textsOf(german)].flatMap(([text, lang]) => {
    const isEnglish = others.has(text);
    return isEnglish === (lang === 'en') ? [] : [`“${text}” is said to be ${lang}`];
  });
}

test('what has no translation says which language it is in, the words around it say theirs [I18N-06]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/robots.txt');
  const wrong: string[] = [];
  for (const path of [
    '/',
    '/collections/table',
    '/products/tidal-mug',
    '/blogs',
    '/pages/about',
    '/search?q=mug',
  ]) {
    const read = async (address: string) => (await page.request.get(address)).text();
    const both = [await read(`/de${path}`), await read(path)] as const;
    wrong.push(...(await page.evaluate(findWrongLanguages, both)).map((fault) => `${path}: ${fault}`));
  }
  expect(wrong).toEqual([]);
});

test('the picker leads to the same page in the language, which is remembered [I18N-06, HDR-22]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/collections/table');
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  else await page.locator('.header-tools summary', { hasText: 'en' }).press('Enter');
  await page.locator('.header').getByRole('link', { name: 'Deutsch' }).filter({ visible: true }).click();
  await page.waitForURL('**/de/collections/table');
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('de');
  await page.goto('/products/tidal-mug?variant=2');
  await page.waitForURL('**/de/products/tidal-mug?variant=2');
  if (isMobile) await page.getByRole('button', { name: 'Menü', exact: true }).click();
  else await page.locator('.header-tools summary', { hasText: 'de' }).press('Enter');
  await page.locator('.header').getByRole('link', { name: 'English' }).filter({ visible: true }).click();
  await page.waitForURL((url) => url.pathname === '/products/tidal-mug');
  await page.goto('/collections/table');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // A link to a language overrides the stored choice.
  await page.goto('/de/collections');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the picker leads to the language', { tag: '@all' }, async ({ page }) => {
    await page.goto('/blogs');
    await page.locator('.footer').getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test('the line of the test mode keeps off the notice in one bar with it, however long its words are', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/de/');
  for (const width of [1201, 1250, 1300, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { words, bar, notice } = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.test-mode')!);
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      return { words: range.getBoundingClientRect(), bar: box('.notice'), notice: box('.notice ul') };
    });
    expect(words.right, `at ${width} px`).toBeLessThanOrEqual(notice.left);
    expect(words.top, `at ${width} px`).toBeGreaterThanOrEqual(bar.top);
    expect(words.bottom, `at ${width} px`).toBeLessThanOrEqual(bar.bottom);
  }
});
