import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { callerFromHeaders } from '#server/api/caller.ts';
import { identifyCaller } from '#server/api/identify-caller.ts';
import type { Caller } from '#server/core/caller.ts';
import { Failure } from '#server/core/failure.ts';
import type { Handlers } from '#server/core/handler.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import {
  CommitUnknownError,
  ConnectionLostError,
  DatabaseUnavailableError,
  poolTimeoutMessage,
} from '#server/db/lost-connection.ts';
import { localApi } from '#server/pages/local-api.ts';
import { remoteApi } from '#server/platform/remote-api.ts';
import { signedVisitor } from '../harness/signed-visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const orderNo = { params: { id: 'A1' } };

describe('the API in-process, for pages', () => {
  const callers: Caller[] = [];
  const handlers: Handlers = {
    'GET /api/v1/getSysTime': (_input, context) => {
      callers.push(context.caller);
      context.tag('product:1', 'promotions');
      context.changesAt(9000);
      context.changesAt(5000);
      context.changesAt(7000);
      return { current_time: context.now };
    },
    'GET /api/v1/comments': ({ query }) => ({ total: query.page_size, list: [] }),
    'GET /api/v1/order/:id': () => {
      throw new Failure(codes.notAllowed, 'Not yours.');
    },
    'GET /api/v1/order/tips/:id': () => {
      throw new Error('broken');
    },
  };

  it('answers as HTTP would, for nobody, and collects tags and the next change', async () => {
    const dependencies = createPageDependencies();
    const answer = await localApi(shop.services, handlers)('GET /api/v1/getSysTime', undefined, dependencies);
    expect(answer).toEqual({ code: 0, msg: '', data: { current_time: shop.clock.now() } });
    expect(dependencies).toEqual({
      tags: new Set(['product:1', 'promotions']),
      changesAt: 5000,
      failed: false,
      unavailable: false,
    });
    expect(callers[0]).toMatchObject({ ip: '', token: null, visitor: null });
  });

  it('hands on whose page it is where a page is somebody’s own', async () => {
    const visitor = 'v'.repeat(43);
    const headers = new Headers({ cookie: await signedVisitor(shop.services, visitor) });
    const caller = await identifyCaller(
      shop.services,
      callerFromHeaders(headers, '203.0.113.1', () => false),
    );
    await localApi(shop.services, handlers)(
      'GET /api/v1/getSysTime',
      undefined,
      createPageDependencies(),
      caller,
    );
    expect(callers.at(-1)?.visitor).toBe(visitor);
  });

  it('checks and completes input as HTTP does', async () => {
    const api = localApi(shop.services, handlers);
    const query = { product_id: 3 };
    expect(await api('GET /api/v1/comments', { query }, createPageDependencies())).toMatchObject({
      data: { total: 10 },
    });
    expect(
      await api('GET /api/v1/comments', { query: { product_id: 0 } }, createPageDependencies()),
    ).toMatchObject({
      code: 10001,
      msg: 'product_id must be at least 1.',
    });
  });

  it('throws nothing: a refusal keeps the page, a failure must not be kept', async () => {
    const api = localApi(shop.services, handlers);
    const refused = createPageDependencies();
    expect(await api('GET /api/v1/order/:id', orderNo, refused)).toEqual({
      code: 10403,
      msg: 'Not yours.',
      data: null,
    });
    expect(refused.failed).toBe(false);
    const failed = createPageDependencies();
    expect(await api('GET /api/v1/order/tips/:id', orderNo, failed)).toMatchObject({
      code: 90000,
      data: null,
    });
    expect(failed.failed).toBe(true);
    expect(await api('GET /api/v1/popups', undefined, createPageDependencies())).toMatchObject({
      code: 10404,
    });
  });
});

describe('a page whose database cannot be reached', () => {
  it.each([
    ['no connection', new DatabaseUnavailableError(new Error('connect ECONNREFUSED')), true],
    ['a lost connection', new ConnectionLostError(new Error('ended'), true), true],
    ['an unknown commit', new CommitUnknownError(new Error('ended')), true],
    ['no answer to any connection', new Error(poolTimeoutMessage), true],
    ['a server that shuts down', Object.assign(new Error('terminating'), { code: '57P01' }), true],
    ['a locked SQLite file', Object.assign(new Error('database is locked'), { errcode: 5 }), true],
    ['a failing disk', Object.assign(new Error('disk I/O error'), { errcode: 10 | (3 << 8) }), true],
    ['a faulty query', Object.assign(new Error('no such column'), { errcode: 1 }), false],
    ['a bug', new TypeError('undefined is not a function'), false],
  ])('reports %s [BR-102]', async (_, error, unavailable) => {
    const api = localApi(shop.services, {
      'GET /api/v1/getSysTime': () => {
        throw error;
      },
    });
    const dependencies = createPageDependencies();
    await api('GET /api/v1/getSysTime', undefined, dependencies);
    expect([dependencies.failed, dependencies.unavailable]).toEqual([true, unavailable]);
  });
});

describe('the API of another platform, for pages', () => {
  const origin = 'https://other.example';

  it('is asked at its own origin, with the visitor’s cookie and token on their own pages only', async () => {
    const asked: [string, RequestInit][] = [];
    shop.outside.fetch = async (address, init = {}) => {
      asked.push([String(address), init]);
      return Response.json({ code: 0, msg: '', data: { total: 0, list: [] } });
    };
    const api = remoteApi(shop.services, origin);
    const dependencies = createPageDependencies();
    await api('GET /api/v1/comments', { query: { product_id: 3, star: 5 } }, dependencies);
    expect(asked[0]?.[0]).toBe('https://other.example/api/v1/comments?product_id=3&star=5');
    expect(asked[0]?.[1].headers).toEqual({});
    expect(dependencies.changesAt).toBe(shop.clock.now() + 60_000);
    const caller = callerFromHeaders(
      new Headers({ cookie: 'visitor=x', token: 'abcdefgh' }),
      '203.0.113.1',
      () => false,
    );
    await api('GET /api/v1/order/:id', orderNo, createPageDependencies(), caller);
    expect(asked[1]?.[1].headers).toEqual({
      cookie: 'visitor=x',
      token: 'abcdefgh',
      'x-forwarded-for': '203.0.113.1',
    });
  });

  it.each(['..', '.', '..;', 'a/b', 'a\\b', '%2e%2e'])(
    'sends no request for a page whose URL would make it another path: %s [T6]',
    async (id) => {
      const asked: string[] = [];
      shop.outside.fetch = async (address) => {
        asked.push(String(address));
        return Response.json({ code: 0, msg: '', data: null });
      };
      const answer = await remoteApi(shop.services, origin)(
        'GET /api/v1/order/:id',
        { params: { id } },
        createPageDependencies(),
      );
      expect([answer.code, asked]).toEqual([10404, []]);
    },
  );

  it('reports that the platform cannot be reached, unlike an error of its own [BR-102]', async () => {
    const unavailable = async (answer: () => Promise<Response>) => {
      shop.outside.fetch = answer;
      const dependencies = createPageDependencies();
      await remoteApi(shop.services, origin)('GET /api/v1/getSysTime', undefined, dependencies);
      return dependencies.unavailable;
    };
    expect(await unavailable(() => Promise.reject(new TypeError('fetch failed')))).toBe(true);
    expect(await unavailable(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))).toBe(true);
    expect(await unavailable(async () => Response.json({ code: 90000, msg: '', data: null }))).toBe(false);
  });

  it('counts as failed when it is not there or answers no envelope', async () => {
    const answers = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      async () => Response.json([1]),
      async () => Response.json({ code: 90000, msg: 'failed', data: null }, { status: 500 }),
    ];
    for (const answer of answers) {
      shop.outside.fetch = answer;
      const dependencies = createPageDependencies();
      const result = await remoteApi(shop.services, origin)(
        'GET /api/v1/getSysTime',
        undefined,
        dependencies,
      );
      expect(result).toMatchObject({ code: 90000, data: null });
      expect(dependencies.failed).toBe(true);
    }
  });
});
