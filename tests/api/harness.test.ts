import { expect, test } from 'vitest';
import { createTestShop } from './harness.ts';

test('a test shop answers, each shopper apart, and calls nobody outside', async () => {
  const shop = await createTestShop({ env: { PORT: '5011' } });
  const [one, two] = [shop.visitor(), shop.visitor()];
  one.cookies.set('visitor', 'x');
  expect((await one.send('/api/v1/nothing-here')).status).toBe(404);
  expect(two.cookies.size).toBe(0);
  expect(one.address).not.toBe(two.address);
  expect(shop.services.env.SITE_URL).toBe('http://localhost:5011');
  await expect(shop.services.fetch('https://example.com')).rejects.toThrow('https://example.com');
});
