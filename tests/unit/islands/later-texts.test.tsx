// @vitest-environment happy-dom
/** The texts of an island while the page's language is loading, and afterwards. */
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { islandShop } from './product/form-fixture.ts';

const drawn = { currency: usdConfig, texts: { addToBag: 'In den Korb' } };

/** Shows a page whose texts are loading. @returns a function that delivers them */
function showPage(): (texts: Record<string, string>) => void {
  document.documentElement.dataset.texts = '/texts-de-0.json';
  document.body.innerHTML = `<script type="application/json" id="shop">${JSON.stringify({ currency: usdConfig, bag: {} })}</script>
    <button>Add</button><div id="live"></div>`;
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (path: string) => (path.startsWith('/texts-') ? promise : new Promise(() => {})));
  return (texts) => resolve(Response.json(texts));
}

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.texts;
});

test('an island keeps what it was drawn with until its language has come, then says all of it [I18N-01]', async () => {
  const come = showPage();
  const { useShop, useShopTexts } = await import('#islands/currency/use-shop-texts.ts');
  function Said() {
    const words = useShopTexts(useShop(drawn));
    return `${words.text('addToBag')}, ${words.text('viewBag')}`;
  }
  const { container } = render(<Said />);
  expect(container.textContent).toBe('In den Korb, View bag');
  come({ addToBag: 'In den Korb', viewBag: 'Zum Korb' });
  await vi.waitFor(() => expect(container.textContent).toBe('In den Korb, Zum Korb'));
});

test('the first click is done at once, and spoken of in the language of the page [I18N-01]', async () => {
  const come = showPage();
  const { useShop, useShopTexts } = await import('#islands/currency/use-shop-texts.ts');
  const { addToBag } = await import('#islands/after-add/add-to-bag.ts');
  const { $bag } = await import('#client/bag/store.ts');
  let words!: ShopTexts;
  function Island() {
    words = useShopTexts(useShop(drawn));
    return null;
  }
  render(<Island />);
  const mug = { id: 7, sku_id: 71, title: 'Mug', price: 28 };
  addToBag(
    { lines: [mug] },
    document.querySelector('button')!,
    { ...islandShop.bag, afterAdd: 'drawer' },
    words,
  );
  expect($bag.get().lines).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.getElementById('live')!.textContent).toBe('');
  come({ addedToCart: 'Liegt im Korb' });
  await vi.waitFor(() => expect(document.getElementById('live')!.textContent).toBe('Liegt im Korb'));
});
