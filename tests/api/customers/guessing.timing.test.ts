/** Login timing reveals nothing to a guesser, and a crowd of logins is bounded. A soak uses the acceptance list's numbers. */
import { beforeEach, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointKey } from '#lib/contract/table.ts';
import { ada, createAccountShop, register } from './fixture.ts';

const isSoak = Boolean(process.env.SOAK);
const pairs = isSoak ? 200 : 20;
/** Maximum relative difference. Beside other tests a median of few is rough; skipping the hash would make it almost 1. */
const most = isSoak ? 0.1 : 0.4;

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
  await register(shop);
});

const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1]!;

it.each([
  ['POST /api/v1/customer/login', { password: 'a-wrong-guess' }],
  ['POST /api/v1/customer/resetPasswordEmail', {}],
] as [EndpointKey, object][])(
  '%s answers a known and an unknown address alike, and takes as long',
  { timeout: 120_000 },
  async (key, more) => {
    const times: Record<string, number[]> = { [ada.email]: [], 'nobody@example.com': [] };
    const answers = new Set<string>();
    for (let pair = -2; pair < pairs; pair += 1) {
      // Alternates the order, so that neither always warms up the other.
      const order = pair % 2 === 0 ? Object.keys(times) : Object.keys(times).reverse();
      for (const email of order) {
        const began = performance.now();
        const answer = await shop.visitor().call(key, { body: { email, ...more } } as never);
        if (pair >= 0) times[email]?.push(performance.now() - began);
        answers.add(JSON.stringify(answer));
      }
      shop.clock.advance(60 * 60_000);
    }
    expect(answers.size).toBe(1);
    const [known = 0, unknown = 0] = Object.values(times).map(median);
    expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(most);
  },
);

it('lets a crowd wait two seconds at most, and says so to those whose turn did not come', {
  timeout: 60_000,
}, async () => {
  const before = process.memoryUsage.rss();
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const body = { email: `crowd-${index}@example.com`, password: 'a-wrong-guess' };
      const response = await shop.visitor().send('/api/v1/customer/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { code } = (await response.json()) as { code: number };
      return { status: response.status, code, retry: response.headers.get('retry-after') };
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const refused = answers.filter(({ code }) => code === codes.tooManyRequests);
  expect(answers.filter(({ code }) => code === codes.invalidCredentials).length).toBeGreaterThan(2);
  expect(answers.length - refused.length).toBe(
    answers.filter(({ code }) => code === codes.invalidCredentials).length,
  );
  for (const { status, retry } of refused) expect([status, retry]).toEqual([429, '2']);
  expect(seconds).toBeLessThan(10);
  if (isSoak) expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});
