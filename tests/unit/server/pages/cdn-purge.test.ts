import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#server/core/env.ts';
import { purgeCdn } from '#server/pages/cdn-purge.ts';

function setUp(env: Record<string, string>, statuses: (number | Error)[]) {
  const calls: { address: string; init: RequestInit }[] = [];
  const services = {
    env: readEnv(env),
    log: pino({ level: 'silent' }),
    fetch: (async (address: string | URL | Request, init: RequestInit = {}) => {
      calls.push({ address: String(address), init });
      const status = statuses.shift() ?? 200;
      if (status instanceof Error) throw status;
      return new Response(null, { status });
    }) as typeof fetch,
  };
  return { calls, purge: (tags: string[]) => purgeCdn(services, tags, async () => {}) };
}

const configured = { CDN_PURGE_URL: 'https://cdn.test/purge', CDN_PURGE_TOKEN: 'secret' };

describe('telling the CDN', () => {
  it('sends the purged tags with the token', async () => {
    const { calls, purge } = setUp(configured, [200]);
    await purge(['product:1', 'catalog']);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.address).toBe('https://cdn.test/purge');
    expect(calls[0]?.init.body).toBe('{"tags":["product:1","catalog"]}');
    expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe('Bearer secret');
    expect(calls[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it('sends 250 tags in three calls, as many as Cloudflare takes in one', async () => {
    const { calls, purge } = setUp(configured, [200, 503, 200, 200]);
    const tags = Array.from({ length: 250 }, (_, at) => `product:${at}`);
    await purge(tags);
    const sent = calls.map(({ init }) => JSON.parse(String(init.body)).tags as string[]);
    // The second request fails and is sent again.
    expect(sent.map(({ length }) => length)).toEqual([100, 100, 100, 50]);
    expect(sent[1]).toEqual(sent[2]);
    expect([...new Set(sent.flat())]).toEqual(tags);
  });

  it.each([
    ['Surrogate-Key', 'POST', 'fastly-key', 'secret'],
    ['xkey', 'PURGE', 'authorization', 'Bearer secret'],
  ])('sends the tags in the header %s by %s', async (CDN_TAG_HEADER, method, key, token) => {
    const { calls, purge } = setUp({ ...configured, CDN_TAG_HEADER }, [200]);
    await purge(['product:1', 'catalog']);
    const { init } = calls[0]!;
    const headers = new Headers(init.headers);
    expect([init.method, init.body]).toEqual([method, undefined]);
    expect([headers.get(CDN_TAG_HEADER), headers.get(key)]).toEqual(['product:1 catalog', token]);
  });

  it('tries three times, and gives up without throwing', async () => {
    const { calls, purge } = setUp(configured, [503, new Error('no route'), 503, 200]);
    await purge(Array.from({ length: 101 }, (_, at) => `product:${at}`));
    expect(calls).toHaveLength(3);
  });

  it('stops at the first success', async () => {
    const { calls, purge } = setUp(configured, [503, 200]);
    await purge(['product:1']);
    expect(calls).toHaveLength(2);
  });

  it('calls nobody where no CDN is set', async () => {
    const { calls, purge } = setUp({}, []);
    await purge(['product:1']);
    expect(calls).toEqual([]);
  });
});
