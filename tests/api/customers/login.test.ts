import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readAllRows } from '../harness/read-all-rows.ts';
import type { Visitor } from '../harness/visitor.ts';
import { oregon } from '../orders/fixture.ts';
import {
  ada,
  buy,
  callAsProgram,
  createAccountShop,
  mailedCode,
  mailTo,
  register,
  registerVerified,
  runMailJobs,
} from './fixture.ts';

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
});

const verify = (visitor: Visitor) => visitor.data('GET /api/v1/customer/verify');
const login = (visitor: Visitor, body = ada) => visitor.call('POST /api/v1/customer/login', { body });

describe('registering', () => {
  it('creates an account with a hashed password and logs in by a cookie no script reads [API-078, ACCT-02]', async () => {
    const visitor = shop.visitor();
    const response = await visitor.send('/api/v1/customer/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ada, first_name: ' Ada ', last_name: 'Lovelace' }),
    });
    expect(await response.json()).toMatchObject({ data: { token: 'session-cookie', email: ada.email } });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(await verify(visitor)).toEqual({ login: true, email: ada.email });
    expect(await visitor.data('GET /api/v1/storefront/customer')).toMatchObject({
      ...{ email: ada.email, first_name: 'Ada', last_name: 'Lovelace', is_verified: false },
      ...{ is_subscribed: null, addresses: [], orders_under_way: 0, created_at: shop.clock.now() },
    });
    const rows = await readAllRows(shop.db);
    expect(rows).toContain('$argon2id$v=19$m=64,t=2,p=1$');
    expect(rows).not.toContain(ada.password);
    expect(rows).not.toContain(visitor.cookies.get('__Host-session'));
    expect(rows).not.toContain(await mailedCode(shop, ada.email, 'customer-verify'));
  });

  it('says 20001 for an address that has an account, however it is written, also to two at once [API-078]', async () => {
    const answers = await Promise.all(
      ['ada@example.com', 'ADA@example.com'].map((email) =>
        shop.visitor().call('POST /api/v1/customer/register', { body: { ...ada, email } }),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, codes.emailTaken]);
    const again = await shop.visitor().call('POST /api/v1/customer/register', { body: ada });
    expect(again).toMatchObject({ code: codes.emailTaken, data: null });
  });

  it('gives an international address one account, by either form of its domain [BR-36]', async () => {
    const { password } = ada;
    await register(shop, { email: 'max@büro.example', password });
    const email = 'max@xn--bro-hoa.example';
    const again = await shop.visitor().call('POST /api/v1/customer/register', { body: { email, password } });
    expect(again).toMatchObject({ code: codes.emailTaken });
    for (const typed of [email, 'MAX@Büro.example'])
      expect(await login(shop.visitor(), { email: typed, password })).toMatchObject({ data: { email } });
    await shop
      .visitor()
      .data('POST /api/v1/customer/resetPasswordEmail', { body: { email: 'max@büro.example' } });
    await runMailJobs(shop);
    expect(await mailTo(shop, email, 'customer-reset')).not.toBeNull();
  });

  it.each(["o'brien@example.com", 'info@studio.photography', '_ada_@example.com'])(
    'takes the address %j, with the newsletter [BR-34]',
    async (email) => {
      const visitor = shop.visitor();
      const body = { email, password: ada.password, subscribe: true };
      expect(await visitor.data('POST /api/v1/customer/register', { body })).toMatchObject({ email });
      expect(await mailTo(shop, email, 'customer-verify')).not.toBeNull();
    },
  );

  it.each([
    ['short', 'password: Password must be 6 to 20 characters'],
    ['é'.repeat(21), 'password: Password must be 6 to 20 characters'],
    ['', "password: Password can't be blank"],
    ['dragon', 'password: This password is too common'],
    ['Password1', 'password: This password is too common'],
    ['trustno1', 'password: This password is too common'],
  ])('refuses the password %j and names the field [ACCT-17, VAL-05, VAL-06]', async (password, msg) => {
    const answer = await shop
      .visitor()
      .call('POST /api/v1/customer/register', { body: { ...ada, password } });
    expect(answer).toMatchObject({ code: codes.badParameter, msg: expect.stringContaining(msg) });
    expect(await shop.db.read.selectFrom('customers').selectAll().execute()).toEqual([]);
  });

  it('takes 6 and 20 characters counted as people count them, trims nothing and refuses no sign [VAL-06, VAL-07]', async () => {
    for (const [index, password] of [' ø𝒽£ ü', '🦊'.repeat(20)].entries()) {
      const body = { email: `p${index}@example.com`, password };
      await register(shop, body);
      expect(await login(shop.visitor(), body)).toMatchObject({ code: 0 });
      expect(await login(shop.visitor(), { ...body, password: password.trim().slice(0, -1) })).toMatchObject({
        code: codes.invalidCredentials,
      });
    }
  });

  it('refuses what is no address, and takes one with a plus sign', async () => {
    for (const email of ['', 'ada', 'ada@example'])
      expect(
        await shop.visitor().call('POST /api/v1/customer/register', { body: { ...ada, email } }),
      ).toMatchObject({
        code: codes.badParameter,
        msg: expect.stringContaining('email: '),
      });
    expect(
      await shop
        .visitor()
        .call('POST /api/v1/customer/register', { body: { ...ada, email: 'ada+shop@example.com' } }),
    ).toMatchObject({ code: 0 });
  });

  it('puts the address on the newsletter’s list only where it was ticked [API-078]', async () => {
    await register(shop);
    await shop
      .visitor()
      .data('POST /api/v1/customer/register', { body: { ...ada, email: 'bo@example.com', subscribe: true } });
    const list = await shop.db.read.selectFrom('subscribers').select('email').execute();
    expect(list).toEqual([{ email: 'bo@example.com' }]);
  });
});

describe('login', () => {
  it('opens one for the right password alone, with one answer for all that is wrong [API-079]', async () => {
    await register(shop);
    const visitor = shop.visitor();
    const unknown = await login(visitor, { ...ada, email: 'nobody@example.com' });
    const wrong = await login(visitor, { ...ada, password: 'tide-and-sand' });
    expect(unknown).toEqual(wrong);
    expect(wrong).toMatchObject({ code: codes.invalidCredentials, data: null });
    expect(await verify(visitor)).toEqual({ login: false, email: '' });
    expect(await login(visitor, { ...ada, email: 'ADA@EXAMPLE.COM' })).toEqual({
      ...{ code: 0, msg: '' },
      data: { token: 'session-cookie', email: ada.email },
    });
    expect(await verify(visitor)).toEqual({ login: true, email: ada.email });
  });

  it('gives a program its token, which works as header and as cookie [API-079, API-082, ACCT-06]', async () => {
    await register(shop);
    const answer = await callAsProgram<{ token: string }>(shop, '/api/v1/customer/login', { body: ada });
    const token = answer.data?.token ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(answer.cookies).toEqual([]);
    const path = '/api/v1/customer/verify';
    expect((await callAsProgram(shop, path, { token })).data).toEqual({ login: true, email: ada.email });
    for (const name of ['token', 'frontToken']) {
      const headers = { cookie: `${name}=${token}` };
      expect(await (await shop.app.request(path, { headers })).json()).toMatchObject({
        data: { login: true },
      });
    }
    expect((await callAsProgram(shop, path, { token: `${token.slice(0, -1)}_` })).data).toMatchObject({
      login: false,
    });
    await callAsProgram(shop, '/api/v1/customer/logout', { token, body: {} });
    expect((await callAsProgram(shop, path, { token })).data).toMatchObject({ login: false });
  });

  it('lets the marker of the shop’s own pages open nothing [ACCT-04, ACCT-06]', async () => {
    await register(shop);
    const token = 'session-cookie';
    expect((await callAsProgram(shop, '/api/v1/customer/verify', { token })).data).toMatchObject({
      login: false,
    });
    expect(await callAsProgram(shop, '/api/v1/storefront/customer', { token })).toMatchObject({
      code: codes.notLoggedIn,
    });
  });

  it('is not put into a browser that has its own by a neighbour’s cookie `token`', async () => {
    const other = { email: 'mallory@example.com', password: 'not-your-tide' };
    await register(shop, other);
    const { data } = await callAsProgram<{ token: string }>(shop, '/api/v1/customer/login', { body: other });
    const visitor = await register(shop);
    visitor.cookies.set('token', data?.token ?? '');
    expect(await verify(visitor)).toEqual({ login: true, email: ada.email });
  });

  it('ends the login the browser had before', async () => {
    const visitor = await register(shop);
    const before = visitor.cookies.get('__Host-session') ?? '';
    await login(visitor);
    expect(visitor.cookies.get('__Host-session')).not.toBe(before);
    expect((await callAsProgram(shop, '/api/v1/customer/verify', { token: before })).data).toMatchObject({
      login: false,
    });
  });

  it('lasts thirty days without use, and longer with it [API-082]', async () => {
    const [used, idle] = [await register(shop), shop.visitor()];
    await login(idle);
    const day = 24 * 60 * 60_000;
    shop.clock.advance(29 * day);
    expect(await verify(used)).toMatchObject({ login: true });
    shop.clock.advance(2 * day);
    expect(await verify(used)).toMatchObject({ login: true });
    expect(await verify(idle)).toMatchObject({ login: false });
    shop.clock.advance(30 * day);
    expect(await verify(used)).toMatchObject({ login: false });
  });

  it('lasts a year at most, however much it is used [T15]', async () => {
    const visitor = await register(shop);
    const day = 24 * 60 * 60_000;
    const opened = shop.clock.now();
    for (let days = 20; days <= 360; days += 20) {
      shop.clock.set(opened + days * day);
      expect(await verify(visitor), String(days)).toMatchObject({ login: true });
    }
    shop.clock.set(opened + 366 * day);
    expect(await verify(visitor)).toMatchObject({ login: false });
  });

  it('of a program lasts longer with any call [T15]', async () => {
    await register(shop);
    const send = (path: string, token = '', body?: object) => callAsProgram(shop, path, { token, body });
    const { token } = (await send('/api/v1/customer/login', '', ada)).data as { token: string };
    for (let turn = 0; turn < 3; turn += 1) {
      shop.clock.advance(20 * 24 * 60 * 60_000);
      expect(await send('/api/v1/storefront/customer', token)).toMatchObject({ code: 0 });
    }
  });

  it('is limited for an account from wherever it is tried, and for a client whatever it tries', async () => {
    await register(shop);
    const wrong = { ...ada, password: 'guess-guess' };
    const tried = [];
    for (let n = 0; n < 11; n++) tried.push((await login(shop.visitor(), wrong)).code);
    expect(tried.at(-2)).toBe(codes.invalidCredentials);
    expect(tried.at(-1)).toBe(codes.tooManyRequests);
    expect((await login(shop.visitor())).code).toBe(codes.tooManyRequests);
    const client = shop.visitor();
    const others = [];
    for (let n = 0; n < 51; n++)
      others.push((await login(client, { ...ada, email: `x${n}@example.com` })).code);
    expect(others.at(-2)).toBe(codes.invalidCredentials);
    expect(others.at(-1)).toBe(codes.tooManyRequests);
  }, 60_000);

  it('is refused to other sites’ pages', async () => {
    await register(shop);
    const response = await shop.visitor().send('/api/v1/customer/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify(ada),
    });
    expect(await response.json()).toMatchObject({ code: codes.notAllowed });
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('logout', () => {
  it('ends this login and takes its cookie, or every login of the customer [API-083]', async () => {
    const [one, two, three] = [await register(shop), shop.visitor(), shop.visitor()];
    await login(two);
    await login(three);
    const token = one.cookies.get('__Host-session') ?? '';
    await one.data('POST /api/v1/customer/logout', { body: {} });
    expect(one.cookies.has('__Host-session')).toBe(false);
    expect((await callAsProgram(shop, '/api/v1/customer/verify', { token })).data).toMatchObject({
      login: false,
    });
    expect(await verify(two)).toMatchObject({ login: true });
    await two.data('POST /api/v1/customer/logout', { body: { everywhere: true } });
    expect(await verify(two)).toMatchObject({ login: false });
    expect(await verify(three)).toMatchObject({ login: false });
  });
});

describe('a forgotten password', () => {
  const reset = (
    body: { code?: string; old_password?: string; password: string },
    visitor = shop.visitor(),
  ) => visitor.call('POST /api/v1/customer/resetPassword', { body });
  const forget = (email: string) =>
    shop.visitor().call('POST /api/v1/customer/resetPasswordEmail', { body: { email } });

  it('is mailed about only where there is an account, and answers alike [API-080]', async () => {
    await register(shop);
    expect(await forget('ada@example.com')).toEqual({ code: 0, msg: '', data: {} });
    expect(await forget('nobody@example.com')).toEqual({ code: 0, msg: '', data: {} });
    expect(await forget('nobody')).toEqual({ code: 0, msg: '', data: {} });
    const waiting = await shop.db.read
      .selectFrom('jobs')
      .select('kind')
      .where('kind', '=', 'customer-reset')
      .execute();
    expect(waiting).toHaveLength(2);
    await runMailJobs(shop);
    expect(await mailTo(shop, ada.email, 'customer-reset')).toMatchObject({
      subject: 'Marram: choose a new password',
      text: expect.stringMatching(/https:\/\/marram\.example\/reset-pwd\?code=[\w-]{65}/),
    });
    expect(await mailTo(shop, 'nobody@example.com', 'customer-reset')).toBeNull();
  });

  it('is replaced by the mail’s code once, which ends every login and proves the address [API-081, ACCT-11]', async () => {
    const visitor = await register(shop);
    await forget(ada.email);
    await runMailJobs(shop);
    const code = await mailedCode(shop, ada.email, 'customer-reset');
    expect(await reset({ code: `${code.slice(0, -1)}x`, password: 'salt-and-tide' })).toMatchObject({
      code: codes.badLink,
    });
    expect(await reset({ code, password: 'dragon' })).toMatchObject({ code: codes.badParameter });
    const tries = await Promise.all([1, 2].map(() => reset({ code, password: 'salt-and-tide' })));
    expect(tries.map((answer) => answer.code).sort()).toEqual([0, codes.badLink]);
    expect(await verify(visitor)).toMatchObject({ login: false });
    expect(await login(visitor)).toMatchObject({ code: codes.invalidCredentials });
    expect(await login(visitor, { ...ada, password: 'salt-and-tide' })).toMatchObject({ code: 0 });
    expect(await visitor.data('GET /api/v1/storefront/customer')).toMatchObject({ is_verified: true });
    expect(await mailTo(shop, ada.email, 'customer-password')).toMatchObject({
      text: expect.stringContaining('/forgot'),
    });
  });

  it('is reset by whose address it is: what a stranger put into the account before is gone [ACCT-11]', async () => {
    const stranger = await register(shop);
    const address = { ...oregon, address1: '1 Stranger Street' };
    await stranger.data('POST /api/v1/storefront/customer/addresses', { body: { address } });
    await buy(shop, stranger, 'stranger@example.com');
    await forget(ada.email);
    await runMailJobs(shop);
    const code = await mailedCode(shop, ada.email, 'customer-reset');
    const owner = shop.visitor();
    expect(await reset({ code, password: 'salt-and-tide' })).toMatchObject({ code: 0 });
    await login(owner, { ...ada, password: 'salt-and-tide' });
    const exported = await owner.data('GET /api/v1/storefront/customer/export');
    expect(exported.addresses).toEqual([]);
    expect((await owner.data('GET /api/v1/storefront/customer/orders')).total).toBe(0);
  });

  it('is not replaced by a code of an hour ago, nor by one that proves an address [API-081]', async () => {
    await register(shop);
    const verifying = await mailedCode(shop, ada.email, 'customer-verify');
    expect(await reset({ code: verifying, password: 'salt-and-tide' })).toMatchObject({
      code: codes.badLink,
    });
    await forget(ada.email);
    await runMailJobs(shop);
    const code = await mailedCode(shop, ada.email, 'customer-reset');
    shop.clock.advance(60 * 60_000);
    expect(await reset({ code, password: 'salt-and-tide' })).toMatchObject({ code: codes.badLink });
    shop.clock.advance(-1);
    expect(await reset({ code, password: 'salt-and-tide' })).toMatchObject({ code: 0 });
  });

  it('is changed in a login by the old one, which ends the others and the mailed codes [API-081]', async () => {
    const [visitor, other] = [await register(shop), shop.visitor()];
    await login(other);
    await forget(ada.email);
    await runMailJobs(shop);
    const code = await mailedCode(shop, ada.email, 'customer-reset');
    const before = visitor.cookies.get('__Host-session');
    expect(await reset({ old_password: 'not-mine', password: 'salt-and-tide' }, visitor)).toMatchObject({
      code: codes.invalidCredentials,
    });
    expect(await reset({ old_password: ada.password, password: 'salt-and-tide' })).toMatchObject({
      code: codes.notLoggedIn,
    });
    expect(await reset({ password: 'salt-and-tide' }, visitor)).toMatchObject({
      code: codes.badParameter,
      msg: expect.stringContaining('code or old_password'),
    });
    expect(await reset({ old_password: ada.password, password: 'salt-and-tide' }, visitor)).toMatchObject({
      code: 0,
    });
    expect(await verify(visitor)).toMatchObject({ login: true });
    expect(visitor.cookies.get('__Host-session')).not.toBe(before);
    expect(
      (await callAsProgram(shop, '/api/v1/customer/verify', { token: before ?? '' })).data,
    ).toMatchObject({
      login: false,
    });
    expect(await verify(other)).toMatchObject({ login: false });
    expect(await reset({ code, password: 'tide-or-salt' })).toMatchObject({ code: codes.badLink });
  });
});

it('has no accounts where the merchant has none', async () => {
  const setting = settingSchemas.shop.parse({ name: 'Marram' });
  await shop.db.transaction((trx) =>
    writeSetting(trx, 'shop', settingSchemas.shop, setting, shop.clock.now()),
  );
  const visitor = shop.visitor();
  expect(await visitor.call('POST /api/v1/customer/register', { body: ada })).toMatchObject({
    code: codes.notFound,
  });
  expect(await login(visitor)).toMatchObject({ code: codes.notFound });
  expect(await visitor.call('GET /api/v1/storefront/customer')).toMatchObject({ code: codes.notFound });
});

it('knows guests and customers and nobody else: whatever is sent besides makes no other of them [ACCT-15]', async () => {
  const visitor = shop.visitor();
  const body = { ...ada, role: 'admin', is_admin: true, id: 1, verified_at: 1 };
  await visitor.data('POST /api/v1/customer/register', { body });
  const account = await visitor.data('GET /api/v1/storefront/customer');
  expect(account.is_verified).toBe(false);
  expect(Object.keys(account).filter((name) => /role|admin|right/.test(name))).toEqual([]);
  const guest = await buy(shop, shop.visitor(), 'gus@example.com');
  const read = await visitor.call('GET /api/v1/order/:id', { params: { id: guest.orderNo } });
  expect(read).toMatchObject({ code: codes.notAllowed });
});

it('keeps a customer’s order to the customer, logged in: neither the browser after logout nor another customer [ACCT-01, API-036]', async () => {
  const [visitor, guest] = [await registerVerified(shop), shop.visitor()];
  const mine = await buy(shop, visitor);
  const theirs = await buy(shop, guest, 'gus@example.com');
  const read = (who: Visitor, id: string) => who.call('GET /api/v1/order/:id', { params: { id } });
  expect(await read(visitor, mine.orderNo)).toMatchObject({ code: 0 });
  expect(await read(guest, theirs.orderNo)).toMatchObject({ code: 0 });
  const other = await register(shop, { ...ada, email: 'bo@example.com' });
  expect(await read(other, mine.orderNo)).toMatchObject({ code: codes.notAllowed });
  await visitor.data('POST /api/v1/customer/logout', { body: {} });
  expect(await read(visitor, mine.orderNo)).toMatchObject({ code: codes.notAllowed });
});
