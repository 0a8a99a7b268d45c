import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { splitEndpointKey } from '#lib/contract/route-order.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { type ApiApp, createApp } from '#server/api/app.ts';
import { handlers } from '#server/api/routes.ts';
import { ProviderError } from '#server/core/payment-provider.ts';
import { openStaffSession } from '#server/staff/sessions-store.ts';
import { saveStaff } from '#server/staff/staff-store.ts';
import { fc, isSoak, seed } from '../../fast-check.ts';
import { Visitor } from '../harness/visitor.ts';
import { addCoupon, addProduct, createOrderShop, openCheckout, order } from '../orders/fixture.ts';
import { brokenBodies, inputFor } from './arbitrary-input.ts';

/** Number of runs per endpoint. */
const runs = isSoak ? 1000 : 25;
const rows = (Object.entries(endpoints) as [EndpointKey, EndpointDefinition][]).filter(([, row]) => !row.raw);
const served = rows.filter(([key]) => key in handlers);

/** Statuses of R50 and the codes allowed with each. */
const mayCarry: Record<number, (code: number) => boolean> = {
  200: (code) => code < 90000 && code !== 10429,
  400: (code) => code === 10001,
  404: (code) => code === 10404,
  413: (code) => code === 10001,
  429: (code) => code === 10429,
};

let app: ApiApp;
let failures: unknown[] = [];
/** Existing tokens and numbers, so that fuzzed calls get past the first lookup. */
const known: string[] = [];
/** Cookie of the order's owner, sent with every call. */
let cookie = '';
/** Cookie of an owner of the shop, sent to endpoints of the admin. */
let staffCookie = '';
let openLogin: () => Promise<string>;

beforeAll(async () => {
  const shop = await createOrderShop();
  const silent = { create: unreachable, capture: unreachable, status: unreachable, find: unreachable };
  shop.payments.set('simulated', { ...shop.payments.get('simulated')!, ...silent });
  const item = await addProduct(shop, { price: 2000, stock: 100_000 });
  await addProduct(shop, { price: 500, stock: 0, requiresShipping: false });
  await addCoupon(shop, { code: 'SAVE10', amountOff: 1000 });
  const visitor = new Visitor(createApp(shop.services));
  const placed = await order(visitor, [item]);
  cookie = `visitor=${visitor.cookies.get('visitor')}`;
  const owner = { email: 'owner@shop.example', name: 'Ann', role: 'owner', passwordHash: '' } as const;
  const staffId = await saveStaff(shop.db.write, owner, shop.clock.now());
  openLogin = () => openStaffSession(shop.db.write, staffId, '', shop.clock.now());
  known.push(placed.orderNo, placed.token, await openCheckout(visitor, [item]));
  const noteFailure = (entry: { err: unknown }, text: string) => {
    if (text === 'api request failed') failures.push(entry.err);
  };
  const log = Object.assign(Object.create(shop.services.log), { error: noteFailure });
  app = createApp({ ...shop.services, log });
});

/** Fails as a provider's client does when the provider does not answer. */
const unreachable = () => Promise.reject(new ProviderError('not reached'));

async function expectEnvelope(path: string, init: RequestInit): Promise<void> {
  failures = [];
  const headers = new Headers(init.headers);
  headers.set('cookie', cookie + staffCookie);
  const response = await app.request(path, { ...init, headers });
  expect(failures).toEqual([]);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const answer = await response.json();
  expect(Object.keys(answer).sort()).toEqual(['code', 'data', 'msg']);
  expect(typeof answer.msg).toBe('string');
  expect(mayCarry[response.status]?.(answer.code), `HTTP ${response.status} with code ${answer.code}`).toBe(
    true,
  );
  if (answer.code !== 0) expect(answer.data).toBeNull();
}

/** Returns the endpoint's path and query with these values, URL-encoded and cut to 2,000 characters. */
function address(key: string, params: unknown, query: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = splitEndpointKey(key).path.replace(
    /:(\w+)/g,
    (_, name) => encodeURIComponent(wellFormed(given[name] ?? '1')) || '0',
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as object)) search.append(name, wellFormed(value));
  return `${path}?${search}`;
}
const wellFormed = (value: unknown) =>
  String(typeof value === 'object' ? JSON.stringify(value) : value)
    .slice(0, 2000)
    .toWellFormed();

describe(`every served call, whatever is sent (seed ${seed})`, () => {
  it.each(served)(
    '%s answers the envelope and never fails',
    async (key, row) => {
      const { method } = splitEndpointKey(key);
      staffCookie = row.access ? `; staff=${await openLogin()}` : '';
      await fc.assert(
        fc.asyncProperty(
          inputFor(row.params, known),
          inputFor(row.query, known),
          fc.oneof(
            { weight: 9, arbitrary: inputFor(row.body, known) },
            { weight: 1, arbitrary: brokenBodies.map((pair) => ({ pair })) },
          ),
          async (params, query, body) => {
            const broken = (body as { pair?: [BodyInit, string] } | null)?.pair;
            const [content, type] = broken ?? [JSON.stringify(body), 'application/json'];
            const init = method === 'GET' ? {} : { method, body: content, headers: { 'content-type': type } };
            await expectEnvelope(address(key, params, query), init);
          },
        ),
        { numRuns: runs },
      );
    },
    isSoak ? 600_000 : 120_000,
  );
});

it('answers the envelope for addresses that are no call at all', async () => {
  const paths = [
    '/api/',
    '/api/v1',
    '/api/v1/%',
    '/api/v1/products/%E0%A4%A/variant/price',
    '/api/v1/products//variant/price',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (path === '/api/' && method === 'GET') continue;
      await expectEnvelope(path, { method });
    }
  }
});
