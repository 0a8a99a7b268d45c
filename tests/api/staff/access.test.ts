/** Calls every endpoint of the admin as everyone who may not, and as each role (docs/decisions/28-staff-and-admin.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { type EndpointKey, endpoints } from '#lib/contract/table.ts';
import { type Role, rolePermissions, roles, tokenScopes } from '#lib/staff/roles.ts';
import { hashToken } from '#server/db/token-hash.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addMember, callAdmin, callConfirmed } from './fixture.ts';

const logout = 'POST /api/v1/admin/logout';
const rows = (Object.entries(endpoints) as [EndpointKey, EndpointDefinition][])
  .filter(([, row]) => row.access !== undefined)
  // Last, because it ends the logins of the test.
  .sort(([one], [other]) => Number(one === logout) - Number(other === logout));

let shop: TestShop;
let members: Record<Role, Visitor>;
let strangers: Record<string, [who: Visitor, headers?: Record<string, string>]>;
let tokens: { all: string; none: (access: string) => string };

beforeAll(async () => {
  shop = await createTestShop();
  const entries: [Role, Visitor][] = [];
  for (const role of roles) entries.push([role, (await addMember(shop, role)).browser]);
  members = Object.fromEntries(entries) as Record<Role, Visitor>;
  const expired = (await addMember(shop, 'manager')).browser;
  await shop.db.write
    .updateTable('staff_sessions')
    .set({ expires_at: shop.clock.now() })
    .where('token_hash', '=', hashToken(expired.cookies.get('staff') ?? ''))
    .execute();
  const makeToken = async (scopes: readonly string[]) => {
    const body = { name: 'Test', scopes, expires_in_days: 1 };
    const answer = await callConfirmed(members.owner, 'POST /api/v1/admin/tokens', { body });
    return answer.data as { id: number; token: string };
  };
  const [all, orders, products, revoked] = [
    await makeToken(tokenScopes),
    await makeToken(['orders:read']),
    await makeToken(['products:read']),
    await makeToken(tokenScopes),
  ];
  await callConfirmed(members.owner, 'DELETE /api/v1/admin/tokens/:id', { params: { id: revoked.id } });
  tokens = {
    all: all.token,
    none: (access) => (access === 'orders:read' ? products : orders).token,
  };
  const customer = shop.visitor();
  customer.cookies.set('session', members.owner.cookies.get('staff') ?? '');
  customer.cookies.set('token', members.owner.cookies.get('staff') ?? '');
  strangers = {
    nobody: [shop.visitor()],
    'a login of a customer': [customer],
    'an expired login': [expired],
    'a revoked API token': [shop.visitor(), { authorization: `Bearer ${revoked.token}` }],
    'an unknown API token with the cookie of an owner': [
      members.owner,
      { authorization: `Bearer atoll_${'x'.repeat(43)}` },
    ],
  };
});

const params = { id: 1, order_no: 'unknown' };

describe('endpoints of the admin', () => {
  it.each(rows)('%s (admin)', async (key, row) => {
    const access = row.access!;
    const call = async (who: Visitor, headers?: Record<string, string>) =>
      (await callAdmin(who, key, { params }, headers)).code;
    for (const [name, [who, headers]] of Object.entries(strangers))
      expect(await call(who, headers), name).toBe(codes.notLoggedIn);
    if (!key.startsWith('GET '))
      expect(await call(members.owner, { 'sec-fetch-site': 'cross-site' })).toBe(codes.notAllowed);
    const program = shop.visitor();
    expect(await call(program, { authorization: `Bearer ${tokens.none(access)}` })).toBe(codes.notAllowed);
    const isScope = (tokenScopes as readonly string[]).includes(access);
    const withAll = await call(program, { authorization: `Bearer ${tokens.all}` });
    if (isScope) expect([codes.notLoggedIn, codes.notAllowed, codes.serverFailure]).not.toContain(withAll);
    else expect(withAll).toBe(codes.notAllowed);
    for (const role of roles) {
      const isAllowed = access === 'login' || rolePermissions[role].includes(access);
      const code = await call(members[role]);
      if (isAllowed)
        expect([codes.notLoggedIn, codes.notAllowed, codes.serverFailure], role).not.toContain(code);
      else expect(code, role).toBe(codes.notAllowed);
    }
  });

  it('are open to staff only, but for setup and login (admin)', () => {
    const open = Object.entries(endpoints as Record<string, EndpointDefinition>)
      .filter(([key, row]) => key.includes(' /api/v1/admin/') && row.access === undefined)
      .map(([key]) => key);
    expect(open).toEqual(['POST /api/v1/admin/setup', 'POST /api/v1/admin/login']);
  });
});
