import { expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointKey } from '#lib/contract/table.ts';
import { createApp } from '#server/api/app.ts';
import { handlers } from '#server/api/routes.ts';
import { anonymousCaller, type Caller } from '#server/core/caller.ts';
import { Failure } from '#server/core/failure.ts';
import type { Handler, Handlers } from '#server/core/handler.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { localApi } from '#server/pages/local-api.ts';
import { recogniseUnlessRemote } from '#server/platform/front.ts';
import { announceSetup } from '#server/staff/announce-setup.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addMember, callAdmin } from './fixture.ts';

const key = 'POST /api/v1/admin/logout';

/** Calls `key` with another handler, as an owner. @returns the code, and the subjects in the audit log after the login */
async function callWith(shop: TestShop, handler: Handler<typeof key>) {
  const { browser } = await addMember(shop);
  const changed: Handlers = { ...handlers, [key]: handler as Handler<EndpointKey> };
  const other = new Visitor(createApp(shop.services, { handlers: changed }));
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const { code } = await callAdmin(other, key);
  const rows = await shop.db.read.selectFrom('audit_log').select('endpoint').orderBy('id').execute();
  return { code, logged: rows.slice(1).map(({ endpoint }) => endpoint) };
}

it('a write without an audit row is a server failure (admin)', async () => {
  const shop = await createTestShop();
  expect(await callWith(shop, () => ({}))).toEqual({ code: codes.serverFailure, logged: [] });
});

it('a write that is rolled back leaves no audit row (admin)', async () => {
  const shop = await createTestShop();
  const answer = await callWith(shop, async (_input, context) => {
    await context.services.db.transaction(async (trx) => {
      await context.audit(trx);
      throw new Failure(codes.changedMeanwhile, 'Ben has changed this.');
    });
    return {};
  });
  expect(answer).toEqual({ code: codes.changedMeanwhile, logged: [] });
});

it('calls from pages are checked like requests (admin)', async () => {
  const shop = await createTestShop();
  const { browser } = await addMember(shop);
  const call = (caller: Caller) =>
    localApi(shop.services)('GET /api/v1/admin/me', {}, createPageDependencies(), caller);
  expect(await call(anonymousCaller)).toMatchObject({ code: codes.notLoggedIn });
  const cookie = `staff=${browser.cookies.get('staff')}`;
  const header = (name: string) => (name === 'cookie' ? cookie : undefined);
  const on = (page: string) => recogniseUnlessRemote(shop.services, { ...anonymousCaller, header }, page);
  expect(await call(await on('/admin/orders?page=2'))).toMatchObject({ code: 0, data: { role: 'owner' } });
  expect(await call(await on('/administer'))).toMatchObject({ code: codes.notLoggedIn });
});

it('the setup link is logged until the shop has an owner (admin)', async () => {
  const shop = await createTestShop();
  const lines: unknown[] = [];
  const log = Object.assign(Object.create(shop.services.log), {
    info: (...line: unknown[]) => lines.push(line),
  });
  const services = { ...shop.services, log };
  await announceSetup(services);
  await announceSetup(services);
  expect(lines).toEqual([lines[0], lines[0]]);
  expect(lines[0]).toEqual([
    { url: expect.stringMatching(/^http:\/\/\S+\/admin\/setup#[\w-]{48}$/) },
    'admin setup link created',
  ]);
  await addMember(shop);
  await announceSetup(services);
  expect(lines).toHaveLength(2);
});
