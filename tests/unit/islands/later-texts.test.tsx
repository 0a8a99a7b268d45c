// @vitest-environment happy-dom
/** What an island says while the page's language is still under way, and after. */
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useShop, useWords } from '#islands/currency/use-words.ts';
import { usdConfig } from '#lib/currency/config.ts';

const drawn = { currency: usdConfig, texts: { addToBag: 'In den Korb' } };

function Said() {
  const words = useWords(useShop(drawn));
  return `${words.text('addToBag')}, ${words.text('viewBag')}`;
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.texts;
});

test('an island keeps what it was drawn with until its language has come, then says all of it [I18N-01]', async () => {
  document.documentElement.dataset.texts = '/texts-de-0.json';
  document.body.innerHTML = `<script type="application/json" id="shop">${JSON.stringify({ currency: usdConfig, bag: {} })}</script>`;
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const { container } = render(<Said />);
  expect(container.textContent).toBe('In den Korb, View bag');
  resolve(Response.json({ addToBag: 'In den Korb', viewBag: 'Zum Korb' }));
  await vi.waitFor(() => expect(container.textContent).toBe('In den Korb, Zum Korb'));
});
