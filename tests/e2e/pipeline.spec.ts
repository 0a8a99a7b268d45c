/** Pages as the server sends them. */
import { expect, test } from './fixtures.ts';

test('an inline script that is not ours never runs', { tag: '@desktop' }, async ({ page, trouble }) => {
  trouble.expect(/script-src|Content Security Policy/);
  await page.goto('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranForeign = true';
    document.body.append(script);
    return 'ranForeign' in window;
  });
  expect(ran).toBe(false);
  await expect.poll(() => trouble.seen.some((text) => text.startsWith('security policy'))).toBe(true);
});
