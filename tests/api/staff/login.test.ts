import { describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createApp } from '#server/api/app.ts';
import { readSetupLink } from '#server/staff/invites-store.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop } from '../harness.ts';
import { addMember, password, tokenIn } from './fixture.ts';

const hour = 60 * 60_000;

describe('the first owner', () => {
  it('is created once by a link that every process prints until it expires (admin)', async () => {
    const shop = await createTestShop();
    const link = await readSetupLink(shop.services);
    expect(link).toMatch(/\/admin\/setup#[\w-]{48}$/);
    expect(await readSetupLink(shop.services)).toBe(link);
    shop.clock.advance(hour + 1);
    const later = await readSetupLink(shop.services);
    expect(later).not.toBe(link);
    const body = { name: 'Ann', email: 'ann@shop.example', password };
    const call = (token: string, changes = {}) =>
      shop.visitor().call('POST /api/v1/admin/setup', { body: { ...body, token, ...changes } });
    expect(await call(tokenIn(link))).toMatchObject({ code: codes.badLink });
    expect(await call(tokenIn(later), { password: 'short' })).toMatchObject({ code: codes.badParameter });
    const both = await Promise.all([call(tokenIn(later)), call(tokenIn(later), { email: 'b@shop.example' })]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, codes.badLink]);
    expect(await readSetupLink(shop.services)).toBeNull();
  });
});

describe('the login of staff', () => {
  it('lasts 12 hours without a request and 7 days at most (admin)', async () => {
    const shop = await createTestShop();
    const { browser } = await addMember(shop);
    const isOpen = async () => (await browser.call('GET /api/v1/admin/me')).code === 0;
    for (let halfDay = 1; halfDay <= 15; halfDay++) {
      shop.clock.advance(11 * hour);
      expect(await isOpen(), `after ${halfDay * 11} hours`).toBe(true);
    }
    shop.clock.advance(3 * hour);
    expect(await isOpen()).toBe(false);
    const idle = await addMember(shop, 'editor');
    shop.clock.advance(12 * hour);
    expect(await idle.browser.call('GET /api/v1/admin/me')).toMatchObject({ code: codes.notLoggedIn });
  });

  it('has a host-only cookie that only requests from the shop carry (admin)', async () => {
    const shop = await createTestShop({ env: { SITE_URL: 'https://marram.example' } });
    const { browser, email } = await addMember(shop);
    const response = await browser.send('/api/v1/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-staff=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
  });

  it('ends in every process at once (admin)', async () => {
    const shop = await createTestShop();
    const { browser, email } = await addMember(shop);
    const other = new Visitor(createApp(shop.services));
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect(await other.data('GET /api/v1/admin/me')).toMatchObject({
      ...{ email, name: 'Ann owner', role: 'owner', has_totp: false },
      permissions: expect.arrayContaining(['staff:manage', 'orders:read']),
    });
    await browser.data('POST /api/v1/admin/logout', { body: {} });
    expect(browser.cookies.has('staff')).toBe(false);
    expect(await other.call('GET /api/v1/admin/me')).toMatchObject({ code: codes.notLoggedIn });
    const log = await shop.db.read.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(log.map(({ endpoint }) => endpoint)).toEqual([
      'POST /api/v1/admin/setup',
      'POST /api/v1/admin/logout',
    ]);
    expect(log[0]).toMatchObject({
      subject: 'own session',
      state: 'done',
      ip: expect.stringMatching(/\.0\/24$/),
    });
  });
});
