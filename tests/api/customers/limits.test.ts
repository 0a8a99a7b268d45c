/** Rate limits by account, recipient and browser. */
import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import type { EndpointKey } from '#lib/contract/table.ts';
import { endpoints } from '#lib/contract/table.ts';
import { isQueuedRead } from '#server/api/app.ts';
import { rateLimits } from '#server/api/rate-limits.ts';
import { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';
import { ada, createAccountShop, register } from './fixture.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createAccountShop();
});

/** Returns the same browser with another IP address. */
function elsewhere(visitor: Visitor): Visitor {
  const moved = shop.visitor();
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  return moved;
}
const login = (visitor: Visitor, body = ada) => visitor.call('POST /api/v1/customer/login', { body });
const wrong = { ...ada, password: 'guess-guess' };
const countOf = (answers: { code: number }[], code: number) =>
  answers.filter((answer) => answer.code === code).length;

describe('a browser that has logged in before', () => {
  it('is let in while a stranger locks the account, and from the stranger’s address too [T8]', async () => {
    const owner = await register(shop);
    await owner.data('POST /api/v1/customer/logout', { body: {} });
    for (let n = 0; n < 11; n++) await login(shop.visitor(), wrong);
    expect((await login(shop.visitor())).code).toBe(codes.tooManyRequests);
    const neighbour = shop.visitor();
    for (let n = 0; n < 51; n++) await login(neighbour, { ...ada, email: `x${n}@example.com` });
    const besideHim = new Visitor(shop.app, neighbour.address);
    for (const [name, value] of owner.cookies) besideHim.cookies.set(name, value);
    expect((await login(besideHim)).code).toBe(codes.ok);
  }, 60_000);

  it('has ten attempts of its own, which lock out nobody else [T8]', async () => {
    const thief = await register(shop);
    await thief.data('POST /api/v1/customer/logout', { body: {} });
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await login(elsewhere(thief), wrong));
    expect(answers.at(-2)?.code).toBe(codes.invalidCredentials);
    expect((await login(thief)).code).toBe(codes.tooManyRequests);
    expect((await login(shop.visitor())).code).toBe(codes.ok);
  }, 60_000);

  it('is known to its own account alone, and by no cookie that somebody made up [T8]', async () => {
    await register(shop);
    const eve = await register(shop, { email: 'eve@example.com', password: 'salt-and-tide' });
    for (let n = 0; n < 11; n++) await login(shop.visitor(), wrong);
    expect((await login(elsewhere(eve))).code).toBe(codes.tooManyRequests);
    const forger = shop.visitor();
    const name = [...eve.cookies.keys()].find((key) => key.endsWith('known')) ?? '';
    for (const value of ['', '~', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`]) {
      forger.cookies.set(name, value);
      expect((await login(forger)).code, value).toBe(codes.tooManyRequests);
    }
  }, 60_000);

  it('stays known to three accounts, by an HttpOnly cookie without an address [T8]', async () => {
    const browser = shop.visitor();
    const people = ['a', 'b', 'c'].map((name) => ({ ...ada, email: `${name}@example.com` }));
    for (const body of people) await browser.data('POST /api/v1/customer/register', { body });
    for (const body of people) {
      for (let n = 0; n < 11; n++) await login(shop.visitor(), { ...body, password: 'guess-guess' });
      expect((await login(browser, body)).code).toBe(codes.ok);
    }
    const answer = await browser.send('/api/v1/customer/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(people[0]),
    });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-known=')) ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain('example');
  }, 60_000);

  it('is forgotten with the account [T8]', async () => {
    const owner = await register(shop);
    expect(owner.cookies.has('__Host-known')).toBe(true);
    await owner.data('POST /api/v1/storefront/customer/erase', { body: { password: ada.password } });
    expect(owner.cookies.has('__Host-known')).toBe(false);
  });
});

describe('guesses of the password inside a login', () => {
  it('are counted by account, from however many addresses and by whatever call [T9]', async () => {
    const owner = await register(shop);
    const password = 'guess-guess';
    const answers = [];
    for (let n = 0; n < 4; n++) {
      const erase = { body: { password } };
      answers.push(await elsewhere(owner).call('POST /api/v1/storefront/customer/erase', erase));
      const change = { body: { old_password: password, password: 'another-one-7' } };
      answers.push(await elsewhere(owner).call('POST /api/v1/customer/resetPassword', change));
      const email = { body: { password, email: 'new@example.com' } };
      answers.push(await elsewhere(owner).call('POST /api/v1/storefront/customer/email', email));
    }
    expect(countOf(answers, codes.invalidCredentials)).toBe(10);
    expect(answers.slice(10).map(({ code }) => code)).toEqual([codes.tooManyRequests, codes.tooManyRequests]);
  }, 60_000);

  it('leave the way by a mailed code and other accounts open [T9]', async () => {
    const owner = await register(shop);
    const eve = await register(shop, { email: 'eve@example.com', password: 'salt-and-tide' });
    for (let n = 0; n < 11; n++) {
      const erase = { body: { password: 'guess-guess' } };
      await elsewhere(owner).call('POST /api/v1/storefront/customer/erase', erase);
    }
    const change = { old_password: 'salt-and-tide', password: 'another-one-7' };
    expect((await eve.call('POST /api/v1/customer/resetPassword', { body: change })).code).toBe(codes.ok);
    const byCode = { code: 'x'.repeat(43), password: 'another-one-7' };
    expect((await elsewhere(owner).call('POST /api/v1/customer/resetPassword', { body: byCode })).code).toBe(
      codes.badLink,
    );
  }, 60_000);
});

describe('emails that a stranger can cause', () => {
  it('are at most ten an hour to one recipient, by whatever calls and addresses [T10]', async () => {
    const email = 'victim@example.com';
    const eve = await register(shop, { email: 'eve@example.com', password: 'salt-and-tide' });
    const answers = [];
    for (let n = 0; n < 5; n++) {
      const change = { body: { password: 'salt-and-tide', email } };
      answers.push(await elsewhere(eve).call('POST /api/v1/storefront/customer/email', change));
      const folder = `Victim+${n}@example.com`;
      answers.push(
        await shop
          .visitor()
          .call('POST /api/v1/customer/subscribe', { body: { email: folder, source_type: 2 } }),
      );
    }
    expect(answers.map(({ code }) => code === codes.tooManyRequests)).toEqual(Array(10).fill(false));
    const registering = { body: { email, password: 'tide-and-salt' } };
    const next = await shop.visitor().call('POST /api/v1/customer/register', registering);
    expect(next.code).toBe(codes.tooManyRequests);
    // The limit never blocks the owner's password reset.
    const reset = await shop.visitor().call('POST /api/v1/customer/resetPasswordEmail', { body: { email } });
    expect(reset.code).toBe(codes.ok);
    const other = { body: { email: 'other@example.com', password: 'tide-and-salt' } };
    expect((await shop.visitor().call('POST /api/v1/customer/register', other)).code).toBe(codes.ok);
  }, 60_000);
});

describe('calls that write', () => {
  /** Endpoints without a limit in limits.ts, and why. */
  const without: Partial<Record<EndpointKey, string>> = {
    'POST /api/v1/customer/logout': 'ends a login, which must always be possible',
    'POST /api/v1/webhooks/:provider': 'signed by a provider; PayPal has its own limit',
    'POST /api/v1/session': 'counted in memory (tracking/batch-recorder.ts)',
    'POST /api/v1/page/view': 'counted in memory',
    'POST /api/v1/page/performance': 'counted in memory',
  };

  it('have a limit, all of them [T13]', () => {
    const keys = Object.keys(endpoints) as EndpointKey[];
    const writes = keys.filter((key) => !key.startsWith('GET ') || 'changesState' in endpoints[key]);
    // Staff are trusted: only their logins and the confirmation of acts are limited.
    const isForStaff = (key: EndpointKey) => 'access' in endpoints[key];
    const unlimited = writes.filter((key) => !(key in rateLimits) && !isQueuedRead(key) && !isForStaff(key));
    expect(unlimited.sort()).toEqual(Object.keys(without).sort());
  });

  it('are limited by account where they change a customer’s own rows [T13]', async () => {
    const owner = await register(shop);
    const change = () =>
      elsewhere(owner).call('PUT /api/v1/storefront/customer', { body: { first_name: 'Ada' } });
    expect((await change()).code).toBe(codes.ok);
    await shop.db.write
      .updateTable('rate_limits')
      .set({ hits: 99 })
      .where('key', 'like', 'own-rows:subject:%')
      .execute();
    expect([(await change()).code, (await change()).code]).toEqual([codes.ok, codes.tooManyRequests]);
    const removed = { params: { id: 7 }, body: {} };
    expect(
      (await elsewhere(owner).call('DELETE /api/v1/storefront/customer/addresses/:id', removed)).code,
    ).toBe(codes.tooManyRequests);
  });
});
