import { generateSync } from 'otplib';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createApp } from '#server/api/app.ts';
import { passwordCost } from '#server/core/password-hash.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { readSetupLink } from '#server/staff/invites-store.ts';
import { disableStaff } from '#server/staff/staff-store.ts';
import { shopCommand, shopCommandLines } from '../harness/shop-command.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addMember, callAdmin, callConfirmed, password, tokenIn } from './fixture.ts';

const login = (who: Visitor, body: { email: string; password?: string; code?: string }) =>
  who.call('POST /api/v1/admin/login', { body: { password, ...body } });

const codeNow = (shop: TestShop, secret: string) =>
  generateSync({ secret, epoch: Math.floor(shop.clock.now() / 1000) });

async function withTotp(shop: TestShop) {
  const owner = await addMember(shop);
  const { data } = await callConfirmed(owner.browser, 'POST /api/v1/admin/me/totp');
  const { secret, otpauth_url } = data as { secret: string; otpauth_url: string };
  expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/.*secret=/);
  const { recovery_codes } = await owner.browser.data('POST /api/v1/admin/me/totp/confirm', {
    body: { code: codeNow(shop, secret) },
  });
  shop.clock.advance(30_000);
  return { ...owner, secret, recovery: recovery_codes };
}

describe('guessing a login of staff', () => {
  it('ends at the eleventh attempt from any browser (admin)', async () => {
    const shop = await createTestShop();
    const { email } = await addMember(shop);
    for (let attempt = 1; attempt <= 10; attempt++)
      expect(await login(shop.visitor(), { email, password: 'wrong' })).toMatchObject({
        code: codes.invalidCredentials,
      });
    expect(await login(shop.visitor(), { email })).toMatchObject({ code: codes.tooManyRequests });
    shop.clock.advance(15 * 60_000);
    expect(await login(shop.visitor(), { email })).toMatchObject({ code: 0 });
  });

  it('calculates a hash for an unknown address and a disabled member too (admin)', async () => {
    const shop = await createTestShop();
    const { email } = await addMember(shop);
    const gone = await addMember(shop, 'editor');
    const member = await shop.db.read
      .selectFrom('staff')
      .selectAll()
      .where('email', '=', gone.email)
      .executeTakeFirstOrThrow();
    await shop.db.transaction((trx) => disableStaff(trx, member, shop.clock.now()));
    const { passes } = passwordCost;
    onTestFinished(
      () => void Object.defineProperty(passwordCost, 'passes', { value: passes, writable: true }),
    );
    let hashes = 0;
    const countHash = () => {
      hashes++;
      return passes;
    };
    Object.defineProperty(passwordCost, 'passes', { configurable: true, get: countHash });
    const answers = [];
    for (const body of [{ email, password: 'wrong' }, { email: 'no@shop.example' }, { email: gone.email }]) {
      answers.push(await login(shop.visitor(), body));
    }
    // A stored hash has its own cost; only the two hashes without one read the default.
    expect(hashes).toBe(2);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

describe('the authenticator app', () => {
  it('is needed at login; a code counts once (admin)', async () => {
    const shop = await createTestShop();
    const { email, secret } = await withTotp(shop);
    expect(await login(shop.visitor(), { email })).toMatchObject({
      code: 0,
      data: { logged_in: false, needs_code: true },
    });
    const code = codeNow(shop, secret);
    expect(await login(shop.visitor(), { email, password: 'wrong', code })).toMatchObject({
      code: codes.invalidCredentials,
    });
    const both = await Promise.all([
      login(shop.visitor(), { email, code }),
      login(new Visitor(createApp(shop.services)), { email, code }),
    ]);
    expect(both.map((answer) => answer.code).sort()).toEqual([0, codes.invalidCredentials]);
    shop.clock.advance(60_000);
    expect(await login(shop.visitor(), { email, code })).toMatchObject({ code: codes.invalidCredentials });
    expect(await login(shop.visitor(), { email, code: codeNow(shop, secret) })).toMatchObject({ code: 0 });
  });

  it('can be replaced by a recovery code, once (admin)', async () => {
    const shop = await createTestShop();
    const { email, recovery } = await withTotp(shop);
    expect(new Set(recovery).size).toBe(10);
    const code = recovery[3]!;
    expect(await login(shop.visitor(), { email, code: code.toUpperCase() })).toMatchObject({ code: 0 });
    expect(await login(shop.visitor(), { email, code })).toMatchObject({ code: codes.invalidCredentials });
    const stored = JSON.stringify(
      await shop.db.read.selectFrom('staff_recovery_codes').selectAll().execute(),
    );
    expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  it('confirms acts, and cannot be added or removed without a confirmation (admin)', async () => {
    const shop = await createTestShop();
    const { browser, secret, email } = await withTotp(shop);
    for (const key of ['POST /api/v1/admin/me/totp', 'DELETE /api/v1/admin/me/totp'] as const)
      expect(await callAdmin(browser, key)).toMatchObject({ code: codes.confirmationRequired });
    const factor = { password: '', code: codeNow(shop, secret) };
    expect(await callConfirmed(browser, 'DELETE /api/v1/admin/me/totp', {}, factor)).toMatchObject({
      code: 0,
    });
    expect(await login(shop.visitor(), { email })).toMatchObject({ data: { logged_in: true } });
  });
});

describe('a confirmation', () => {
  const key = 'POST /api/v1/admin/staff';
  const body = { email: 'eve@shop.example', role: 'editor' };
  const confirmed = async (shop: TestShop, who: Visitor, changes: object = {}) => {
    const act = { endpoint: key, subject: 'eve@shop.example editor', password, ...changes };
    const { confirmation } = await who.data('POST /api/v1/admin/confirmations', { body: act });
    expect(await shop.db.read.selectFrom('staff_confirmations').selectAll().execute()).toHaveLength(1);
    return { 'x-confirmation': confirmation };
  };

  it('is valid once, for two minutes, in its session, for its endpoint, subject and amount (admin)', async () => {
    const shop = await createTestShop();
    const { browser, email } = await addMember(shop);
    const refused = { code: codes.confirmationRequired };
    expect(await callAdmin(browser, key, { body })).toMatchObject(refused);
    expect(
      await callAdmin(browser, 'POST /api/v1/admin/confirmations', {
        body: { endpoint: key, subject: 'x', password: 'wrong' },
      }),
    ).toMatchObject({ code: codes.invalidCredentials });
    const header = await confirmed(shop, browser);
    const other = shop.visitor();
    await login(other, { email });
    expect(await callAdmin(other, key, { body }, header)).toMatchObject(refused);
    const owner = { body: { ...body, role: 'owner' } };
    expect(await callAdmin(browser, key, owner, header)).toMatchObject(refused);
    const both = await Promise.all([1, 2].map(() => callAdmin(browser, key, { body }, header)));
    expect(both.map(({ code }) => code).sort()).toEqual([0, codes.confirmationRequired]);
    for (const other of [{ amount: 500 }, { endpoint: 'PATCH /api/v1/admin/staff/:id' }]) {
      const wrong = await confirmed(shop, browser, other);
      expect(await callAdmin(browser, key, { body }, wrong)).toMatchObject(refused);
      await shop.db.write.deleteFrom('staff_confirmations').execute();
    }
    const late = await confirmed(shop, browser);
    shop.clock.advance(120_000);
    expect(await callAdmin(browser, key, { body }, late)).toMatchObject(refused);
  });

  it('limits guesses of the password (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const guess = () =>
      browser.call('POST /api/v1/admin/confirmations', {
        body: { endpoint: key, subject: 'x', password: 'wrong' },
      });
    for (let attempt = 1; attempt <= 10; attempt++)
      expect(await guess()).toMatchObject({ code: codes.invalidCredentials });
    expect(await guess()).toMatchObject({ code: codes.tooManyRequests });
  });
});

describe('members of staff', () => {
  it('are invited, changed and disabled by an owner, who cannot be the last to go (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const body = { email: 'Eve@Shop.example', role: 'editor' };
    const invited = await callConfirmed(browser, 'POST /api/v1/admin/staff', { body });
    const { link } = invited.data as { link: string };
    const eve = shop.visitor();
    const accept = { token: tokenIn(link), name: 'Eve', email: 'mallory@shop.example', password };
    expect(await callAdmin(eve, 'POST /api/v1/admin/setup', { body: accept })).toMatchObject({
      code: codes.badParameter,
      msg: expect.stringMatching(/^email: /),
    });
    const accepted = await Promise.all(
      [1, 2].map(() =>
        callAdmin(eve, 'POST /api/v1/admin/setup', { body: { ...accept, email: 'eve@shop.example' } }),
      ),
    );
    expect(accepted.map(({ code }) => code).sort()).toEqual([0, codes.badLink]);
    const { items, total } = await browser.data('GET /api/v1/admin/staff', { query: { sort: 'email:asc' } });
    expect([total, items.map(({ name }) => name)]).toEqual([2, ['Eve', 'Ann owner']]);
    const [{ id = 0 } = {}, { id: owner = 0 } = {}] = items;
    const promoted = { params: { id }, body: { role: 'manager' } };
    await callConfirmed(browser, 'PATCH /api/v1/admin/staff/:id', promoted);
    expect(await eve.data('GET /api/v1/admin/me')).toMatchObject({ role: 'manager' });
    const self = { params: { id: owner } };
    expect(
      await callConfirmed(browser, 'PATCH /api/v1/admin/staff/:id', { ...self, body: { role: 'editor' } }),
    ).toMatchObject({ code: codes.badParameter, msg: expect.stringMatching(/^role: /) });
    expect(await callConfirmed(browser, 'DELETE /api/v1/admin/staff/:id', self)).toMatchObject({
      code: codes.badParameter,
    });
    const gone = { params: { id } };
    expect(await callConfirmed(browser, 'DELETE /api/v1/admin/staff/:id', gone)).toMatchObject({ code: 0 });
    expect(await eve.call('GET /api/v1/admin/me')).toMatchObject({ code: codes.notLoggedIn });
    expect(
      await callAdmin(browser, 'GET /api/v1/admin/staff', { query: { sort: 'password_hash:asc' } }),
    ).toMatchObject({ code: codes.badParameter, msg: expect.stringMatching(/^sort /) });
  });

  it('end their own logins (admin)', async () => {
    const shop = await createTestShop();
    const { browser, email } = await addMember(shop);
    const other = shop.visitor();
    await login(other, { email });
    const { sessions } = await browser.data('GET /api/v1/admin/me/sessions');
    const ended = sessions.find(({ is_current }) => !is_current)!;
    await browser.data('DELETE /api/v1/admin/me/sessions/:id', { params: { id: ended.id } });
    expect(await other.call('GET /api/v1/admin/me')).toMatchObject({ code: codes.notLoggedIn });
  });

  it('get a way back in from the command line, without their old password, app and logins (admin)', async () => {
    const shop = await createTestShop();
    const { browser, email } = await withTotp(shop);
    const [, link = ''] = await shopCommandLines(shop, 'staff', 'invite', email, 'owner');
    const body = { token: tokenIn(link), name: 'Ann', email, password: 'another password' };
    await shop.visitor().data('POST /api/v1/admin/setup', { body });
    expect(await browser.call('GET /api/v1/admin/me')).toMatchObject({ code: codes.notLoggedIn });
    expect(await login(shop.visitor(), { email })).toMatchObject({ code: codes.invalidCredentials });
    expect(await login(shop.visitor(), { email, password: body.password })).toMatchObject({
      data: { logged_in: true },
    });
    expect(await shopCommandLines(shop, 'staff', 'list')).toEqual([`${email} · owner · Ann · password only`]);
    const { code, out } = await shopCommand(shop, ['staff', 'disable', email]);
    expect([code, out]).toEqual([1, `${email} is the only owner. Invite another owner first.`]);
    expect((await shopCommand(shop, ['staff', 'invite', email, 'admin'])).code).toBe(2);
  });
});

describe('the audit log', () => {
  it('has a row for every write, in the transaction of the write, and no secrets (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const body = { name: 'Robot', scopes: ['orders:read'], expires_in_days: 1 };
    const { data } = await callConfirmed(browser, 'POST /api/v1/admin/tokens', { body });
    const { token } = data as { token: string };
    const { items, total } = await browser.data('GET /api/v1/admin/log', { query: { per_page: 2 } });
    expect(total).toBe(3);
    expect(items.map(({ endpoint, subject, staff_name }) => [endpoint, subject, staff_name])).toEqual([
      ['POST /api/v1/admin/tokens', 'Robot', 'Ann owner'],
      ['POST /api/v1/admin/confirmations', 'Robot: orders:read', 'Ann owner'],
    ]);
    expect(items[0]).toMatchObject({
      details: { scopes: ['orders:read'] },
      ip: expect.stringMatching(/\.0\/24$/),
    });
    const stored = JSON.stringify(await shop.db.read.selectFrom('audit_log').selectAll().execute());
    for (const secret of [password, token]) expect(stored).not.toContain(secret);
  });
});

it('the hourly job deletes ended logins, used invitations and expired confirmations of staff (admin)', async () => {
  const shop = await createTestShop();
  await addMember(shop);
  await shop.db.write
    .insertInto('staff_confirmations')
    .values({
      token_hash: 'x' as never,
      session: 'x' as never,
      endpoint: '',
      subject: '',
      amount: null,
      expires_at: 1,
    })
    .execute();
  shop.clock.advance(12 * 60 * 60_000);
  await housekeepingJob.run({ services: shop.services, signal: new AbortController().signal } as never);
  for (const table of ['staff_sessions', 'staff_invites', 'staff_confirmations'] as const)
    expect(await shop.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

describe('invitations and tokens of a member who changes', () => {
  const invite = (who: Visitor, email: string, role: string) =>
    callConfirmed(who, 'POST /api/v1/admin/staff', { body: { email, role } }).then(
      ({ data }) => (data as { link: string }).link,
    );
  const accept = (shop: TestShop, link: string, email: string) =>
    shop.visitor().call('POST /api/v1/admin/setup', {
      body: { token: tokenIn(link), name: 'New', email, password: 'another long password' },
    });
  const idOf = async (shop: TestShop, email: string) =>
    (await shop.db.read.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow())
      .id;

  it('end with the member and with the role: an old link neither enables nor promotes (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const editor = await addMember(shop, 'editor');
    const id = await idOf(shop, editor.email);
    const link = await invite(browser, editor.email, 'editor');
    await callConfirmed(browser, 'DELETE /api/v1/admin/staff/:id', { params: { id } });
    expect((await accept(shop, link, editor.email)).code).toBe(codes.badLink);

    const packer = await addMember(shop, 'fulfilment');
    const promotion = await invite(browser, packer.email, 'owner');
    const change = { params: { id: await idOf(shop, packer.email) }, body: { role: 'editor' } };
    await callConfirmed(browser, 'PATCH /api/v1/admin/staff/:id', change);
    expect((await accept(shop, promotion, packer.email)).code).toBe(codes.badLink);
  });

  it('end with an owner for every address the owner may have invited (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const email = 'second@shop.example';
    await accept(shop, await invite(browser, email, 'owner'), email);
    const link = await invite(browser, 'third@shop.example', 'owner');
    await callConfirmed(browser, 'DELETE /api/v1/admin/staff/:id', {
      params: { id: await idOf(shop, email) },
    });
    expect((await accept(shop, link, 'third@shop.example')).code).toBe(codes.badLink);
  });

  it('a link that resets a member revokes the tokens of that member (admin)', async () => {
    const shop = await createTestShop();
    const { browser, email } = await addMember(shop);
    const body = { name: 'Export', scopes: ['orders:read'], expires_in_days: 30 };
    const { data } = await callConfirmed(browser, 'POST /api/v1/admin/tokens', { body });
    const { token } = data as { token: string };
    const list = () =>
      callAdmin(shop.visitor(), 'GET /api/v1/admin/orders', {}, { authorization: `Bearer ${token}` });
    expect((await list()).code).toBe(0);
    await accept(shop, await invite(browser, email, 'owner'), email);
    expect((await list()).code).toBe(codes.notLoggedIn);
  });

  it('the setup link works after the server key has changed (admin)', async () => {
    const shop = await createTestShop();
    await readSetupLink(shop.services);
    await shop.db.write
      .updateTable('staff_invites')
      .set({ token_hash: 'of another key' as never })
      .execute();
    const email = 'first@shop.example';
    expect((await accept(shop, (await readSetupLink(shop.services)) ?? '', email)).code).toBe(0);
  });
});
