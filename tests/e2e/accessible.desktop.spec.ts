/** Tests that `expectAccessible`, which checks every state of the shop, detects faults itself. */
import { expect, expectAccessible, test } from './fixtures.ts';

test('small targets are found, in view and half under the header', { tag: '@all' }, async ({ page }) => {
  await page.goto('/pages/shipping');
  await page.evaluate(() => {
    const row = document.createElement('div');
    for (const name of ['One', 'Two']) {
      const button = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: name });
      Object.assign(button.style, { width: '12px', height: '12px', padding: '0', border: '0' });
      row.append(button);
    }
    document.querySelector('main')!.append(row);
    scrollBy({ top: row.getBoundingClientRect().bottom - 40, behavior: 'instant' });
  });
  await expect(expectAccessible(page)).rejects.toThrow(/target-size/);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(expectAccessible(page)).rejects.toThrow(/target-size/);
});
