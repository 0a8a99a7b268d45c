import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createApi } from '../../../src/admin/api.ts';
import { CodeRequiredError, createAuthProvider } from '../../../src/admin/auth-provider.ts';
import { createDataProvider } from '../../../src/admin/data-provider.ts';
import { FakeServer } from './fake-api.ts';

let server: FakeServer;
const me = {
  ...{ id: 7, email: 'ada@example.com', name: 'Ada', role: 'fulfilment', has_totp: false, shop_name: 'Mar' },
  permissions: ['orders:read'],
};
const providers = () => {
  const api = createApi(server.fetch);
  return { api, auth: createAuthProvider(api), data: createDataProvider(api) };
};

beforeEach(() => {
  server = new FakeServer();
  server.ok('GET /me', me);
});

describe('auth provider (admin)', () => {
  it('asks for the second factor, and logs in with it', async () => {
    const { auth } = providers();
    server.ok('POST /login', { logged_in: false, needs_code: true });
    const credentials = { email: ' ada@example.com ', password: 'a long password' };
    await expect(auth.login(credentials)).rejects.toBeInstanceOf(CodeRequiredError);
    expect(server.sent.at(-1)?.body).toEqual({ email: 'ada@example.com', password: 'a long password' });
    server.ok('POST /login', { logged_in: true, needs_code: false });
    await auth.login({ ...credentials, code: ' 123456 ' });
    expect(server.sent.at(-1)?.body).toMatchObject({ code: '123456' });
  });

  it('fetches the member of staff once per login', async () => {
    const { auth } = providers();
    await auth.checkAuth({});
    await auth.checkAuth({});
    expect(await auth.getIdentity?.()).toEqual({ id: 7, fullName: 'Ada' });
    expect(server.sent).toHaveLength(1);
    server.ok('POST /logout');
    await auth.logout({});
    await auth.checkAuth({});
    expect(server.sent.map(({ key }) => key)).toEqual(['GET /me', 'POST /logout', 'GET /me']);
  });

  it('leads to the login for 10110 only', async () => {
    const { api, auth } = providers();
    server.fail('GET /orders', codes.notAllowed, 'Your role does not have the permission.');
    const refused = await api('GET /api/v1/admin/orders').catch((error: unknown) => error);
    await expect(auth.checkError(refused)).resolves.toBeUndefined();
    server.fail('GET /orders', codes.notLoggedIn);
    const ended = await api('GET /api/v1/admin/orders').catch((error: unknown) => error);
    await expect(auth.checkError(ended)).rejects.toMatchObject({ code: codes.notLoggedIn });
    server.fail('GET /me', codes.notLoggedIn);
    await expect(auth.checkAuth({})).rejects.toMatchObject({ code: codes.notLoggedIn });
    expect(await auth.getPermissions?.({})).toEqual([]);
  });

  it('shows only what the role permits', async () => {
    const { auth } = providers();
    const may = (action: string) => auth.canAccess?.({ resource: 'orders', action });
    expect(await may('list')).toBe(true);
    expect(await may('show')).toBe(true);
    expect(await may('ship')).toBe(false);
  });
});

describe('data provider (admin)', () => {
  it('sends page, sorting and filters to the server, without empty filters', async () => {
    const { data } = providers();
    server.ok('GET /orders', { items: [{ order_no: 'A-1' }], total: 61 });
    const answer = await data.getList('orders', {
      pagination: { page: 3, perPage: 25 },
      sort: { field: 'total_price', order: 'ASC' },
      filter: { q: ' ada ', state: '' },
    });
    expect(answer).toEqual({ data: [{ order_no: 'A-1', id: 'A-1' }], total: 61 });
    expect(server.sent[0]?.search).toBe('?q=ada&page=3&per_page=25&sort=total_price%3Aasc');
  });

  it('reads one record by its number', async () => {
    const { data } = providers();
    server.ok('GET /orders/A-1', { order_no: 'A-1', version: 'x' });
    expect(await data.getOne('orders', { id: 'A-1' })).toEqual({
      data: { id: 'A-1', order_no: 'A-1', version: 'x' },
    });
  });

  it('ships with the version that was read, and passes on who was faster', async () => {
    const { data } = providers();
    const parcel = { version: 'x', tracking_num: 'T-1', tracking_company: 'UPS', lines: [] };
    server.ok('POST /orders/A-1/parcels', { order_no: 'A-1', version: 'y' });
    expect(await data.shipOrder('A-1', parcel)).toMatchObject({ id: 'A-1', version: 'y' });
    expect(server.sent.at(-1)?.body).toEqual(parcel);
    server.fail('POST /orders/A-1/parcels', codes.changedMeanwhile, 'Grace shipped 2 × Mug.');
    await expect(data.shipOrder('A-1', parcel)).rejects.toMatchObject({
      code: codes.changedMeanwhile,
      message: 'Grace shipped 2 × Mug.',
    });
  });
});

describe('client (admin)', () => {
  it('sends a confirmation in its header, and never a token of its own', async () => {
    const { api } = providers();
    server.ok('POST /logout');
    await api('POST /api/v1/admin/logout', { body: {} }, { confirmation: 'once' });
    expect([...(server.sent[0]?.headers.keys() ?? [])].sort()).toEqual(['content-type', 'x-confirmation']);
  });

  it('reports a shop that does not respond in the admin’s language', async () => {
    const api = createApi(() => Promise.reject(new TypeError('offline')));
    await expect(api('GET /api/v1/admin/me')).rejects.toMatchObject({
      code: codes.serverFailure,
      message: 'admin.unreachable',
    });
  });
});
