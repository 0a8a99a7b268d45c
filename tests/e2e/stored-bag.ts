/** Bags stored in the browser before a page loads. */
import type { Page } from '@playwright/test';

/** Returns a line as an older build may have stored it; the server replaces price and all else. */
export function storedLine(id: number, sku_id: number, title: string, more: object = {}): object {
  return { id, sku_id, title, quantity: 1, price: 1, ...more };
}

/** Returns a set of the demo shop's bundle "A quiet evening". */
export function quietEvening(): object[] {
  const part = { type: 2, code: 'QUIET-EVENING', group: 'QUIET-EVENING', extend_params: { unit: 1 } };
  return [
    storedLine(21, 65, 'Windbreak throw', part),
    storedLine(25, 76, 'Lull candle', part),
    storedLine(7, 24, 'Saltglass carafe', part),
  ];
}

/** Stores a bag once, before the page's first script runs. */
export async function storeBag(page: Page, lines: readonly object[]): Promise<void> {
  await page.addInitScript((text) => {
    if (!sessionStorage.getItem('stored')) localStorage.setItem('cart', text);
    sessionStorage.setItem('stored', '1');
  }, JSON.stringify(lines));
}

/** Serves a page with another bag style than the shop's setting. */
export async function withBagStyle(page: Page, path: string, bagStyle: 'dropdown' | 'drawer'): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"bagStyle":"\w+"/, `"bagStyle":"${bagStyle}"`);
    await route.fulfill({ response, body });
  });
}
