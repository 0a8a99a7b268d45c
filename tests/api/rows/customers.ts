/** Accounts: API-078 to API-084. */
import { expect } from 'vitest';
import { mailedCode, mailTo, runMailJobs } from '../customers/fixture.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

const password = 'tide-and-salt';

async function registered(shop: ServedShop, email: string) {
  const visitor = shop.visitor();
  const body = { email, password, first_name: 'Ada', last_name: 'Byron' };
  const { token } = await told(visitor, 'POST /api/v1/customer/register', { body });
  return { visitor, token };
}

const isIn = async (visitor: Awaited<ReturnType<typeof registered>>['visitor']) =>
  (await told(visitor, 'GET /api/v1/customer/verify')).login;

export const customerRows: Record<string, Row> = {
  'API-078': async (shop) => {
    const { visitor, token } = await registered(shop, 'new@example.com');
    expect(token).toBe('session-cookie');
    const account = await told(visitor, 'GET /api/v1/storefront/customer');
    expect(account).toMatchObject({ email: 'new@example.com', first_name: 'Ada', is_verified: false });
    expect((await mailTo(shop, 'new@example.com', 'customer-verify'))?.text).toContain('/pages/verify?code=');
  },
  'API-079': async (shop) => {
    await registered(shop, 'login@example.com');
    const visitor = shop.visitor();
    const body = { email: 'Login@example.com', password };
    expect(await told(visitor, 'POST /api/v1/customer/login', { body })).toMatchObject({
      email: 'login@example.com',
    });
    expect(await isIn(visitor)).toBe(true);
  },
  'API-080': async (shop) => {
    await registered(shop, 'forgot@example.com');
    const body = { email: 'forgot@example.com' };
    await told(shop.visitor(), 'POST /api/v1/customer/resetPasswordEmail', { body });
    await runMailJobs(shop);
    expect(await mailedCode(shop, 'forgot@example.com', 'customer-reset')).toMatch(/^[\w-]{65}$/);
  },
  'API-081': async (shop) => {
    const { visitor } = await registered(shop, 'reset@example.com');
    await told(shop.visitor(), 'POST /api/v1/customer/resetPasswordEmail', {
      body: { email: 'reset@example.com' },
    });
    await runMailJobs(shop);
    const code = await mailedCode(shop, 'reset@example.com', 'customer-reset');
    const body = { code, password: 'salt-and-tide' };
    expect(await told(shop.visitor(), 'POST /api/v1/customer/resetPassword', { body })).toEqual({});
    expect(await isIn(visitor)).toBe(false);
    const login = { body: { email: 'reset@example.com', password: 'salt-and-tide' } };
    await told(visitor, 'POST /api/v1/customer/login', login);
    expect(await isIn(visitor)).toBe(true);
  },
  'API-082': async (shop) => {
    const { visitor } = await registered(shop, 'verify@example.com');
    const verified = await told(visitor, 'GET /api/v1/customer/verify');
    expect(verified).toEqual({ login: true, email: 'verify@example.com' });
    expect(await isIn(shop.visitor())).toBe(false);
  },
  'API-083': async (shop) => {
    const { visitor } = await registered(shop, 'logout@example.com');
    const cookies = new Map(visitor.cookies);
    await told(visitor, 'POST /api/v1/customer/logout', { body: {} });
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect(await isIn(visitor)).toBe(false);
  },
  'API-084': async (shop) => {
    const body = { email: 'bag@example.com', distinct_id: 'walk-84' };
    expect(await told(shop.visitor(), 'POST /api/v1/customer/email', { body })).toEqual({});
    const kept = shop.db.read.selectFrom('contact_emails').select('distinct_id');
    const rows = await kept.where('email', '=', 'bag@example.com').execute();
    expect(rows.map(({ distinct_id }) => distinct_id)).toEqual([expect.not.stringContaining('walk-84')]);
  },
};
