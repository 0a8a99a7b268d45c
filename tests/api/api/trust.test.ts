import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import type { Caller } from '#server/core/caller.ts';
import type { Handlers } from '#server/core/handler.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let calls: Caller[] = [];
const handlers: Handlers = {
  'GET /api/v1/getSysTime': (_input, context) => {
    calls.push(context.caller);
    return { current_time: 0 };
  },
  'POST /api/v1/order/extend/:id': (_input, context) => {
    calls.push(context.caller);
    context.ensureVisitor();
    context.ensureVisitor();
    return {};
  },
  'GET /api/v1/payments/zero/:id': (_input, context) => {
    calls.push(context.caller);
    return { status: 'paid', order_no: 'A1' };
  },
  'POST /api/v1/webhooks/:provider': async (_input, context) =>
    new Response(`${(await context.rawBody()).byteLength}`, { status: 202 }),
};

beforeAll(async () => {
  shop = await createTestShop({
    env: { SITE_URL: 'https://shop.example', TRUSTED_PROXIES: '10.0.0.0/8, ::1, 2001:db8::/32' },
  });
});

function request(path: string, init: RequestInit = {}, socket = '203.0.113.9', env = shop.services.env) {
  calls = [];
  const app = createApp({ ...shop.services, env }, { handlers });
  return app.request(path, init, { incoming: { socket: { remoteAddress: socket } } });
}
const write = (headers: Record<string, string>, env = shop.services.env) =>
  request('/api/v1/order/extend/A1', { method: 'POST', headers }, '203.0.113.9', env);
const codeOf = async (response: Response | Promise<Response>) => (await (await response).json()).code;

describe('calls made by other sites', () => {
  it('are refused when Sec-Fetch-Site says so', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(await codeOf(write({ 'sec-fetch-site': site }))).toBe(10403);
    expect(calls).toHaveLength(0);
    for (const site of ['same-origin', 'none'])
      expect(await codeOf(write({ 'sec-fetch-site': site }))).toBe(0);
  });

  it('are refused when Origin is not the shop’s, and no browser at all is allowed', async () => {
    for (const origin of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:444',
      'null',
    ]) {
      expect(await codeOf(write({ origin }))).toBe(10403);
    }
    expect(await codeOf(write({ origin: 'https://shop.example' }))).toBe(0);
    expect(await codeOf(write({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }))).toBe(
      10403,
    );
    expect(await codeOf(write({}))).toBe(0);
  });

  it('may use any loopback name of a shop that runs on one', async () => {
    const env = { ...shop.services.env, SITE_URL: 'http://localhost:4321' };
    expect(await codeOf(write({ origin: 'http://127.0.0.1:4321' }, env))).toBe(0);
    expect(await codeOf(write({ origin: 'http://127.0.0.1:5000' }, env))).toBe(10403);
    expect(await codeOf(write({ origin: 'http://192.168.0.7:4321' }, env))).toBe(10403);
  });

  it('cannot run a GET that changes state, nor can a prefetch [PAY-12]', async () => {
    const zero = '/api/v1/payments/zero/A1';
    expect(await codeOf(request(zero, { headers: { 'sec-fetch-site': 'cross-site' } }))).toBe(10403);
    for (const name of ['sec-purpose', 'purpose', 'x-moz']) {
      expect(await codeOf(request(zero, { headers: { [name]: 'prefetch' } }))).toBe(10403);
    }
    expect(calls).toHaveLength(0);
    expect(await codeOf(request(zero))).toBe(0);
  });

  it('reach webhooks, whose signature is their proof, with the body as it came', async () => {
    const response = await request('/api/v1/webhooks/paypal', {
      method: 'POST',
      body: 'not json',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('8');
  });
});

describe('who is calling', () => {
  it('takes the token of the header, then of cookie token, then of cookie frontToken (R42)', async () => {
    const token = async (headers: Record<string, string>) => {
      await request('/api/v1/getSysTime', { headers });
      return calls[0]?.token;
    };
    const cookie = 'frontToken=from-front-cookie; token=from-cookie';
    expect(await token({ token: 'from-header', cookie })).toBe('from-header');
    expect(await token({ cookie })).toBe('from-cookie');
    expect(await token({ cookie: 'frontToken=from-front-cookie' })).toBe('from-front-cookie');
    expect(await token({})).toBeNull();
  });

  it('sets the visitor cookie once, HttpOnly, SameSite=Lax and bound to the origin on https (R63)', async () => {
    const response = await request('/api/v1/order/extend/A1', { method: 'POST' });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^__Host-visitor=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const again = await request('/api/v1/order/extend/A1', {
      method: 'POST',
      headers: { cookie: cookies[0]!.split(';')[0]! },
    });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(calls[0]?.visitor).toBe(cookies[0]!.slice(15, 58));
  });

  it('believes X-Forwarded-For from trusted proxies only, from its right end', async () => {
    const ip = async (socket: string, forwarded?: string) => {
      await request(
        '/api/v1/getSysTime',
        forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {},
        socket,
      );
      return calls[0]?.ip;
    };
    expect(await ip('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(await ip('10.1.2.3', '1.2.3.4')).toBe('1.2.3.4');
    expect(await ip('::ffff:10.1.2.3', '6.6.6.6, 1.2.3.4, 10.9.9.9')).toBe('1.2.3.4');
    expect(await ip('2001:db8::5', 'nonsense')).toBe('2001:db8::5');
    expect(await ip('10.1.2.3')).toBe('10.1.2.3');
  });

  it('refuses to start with a TRUSTED_PROXIES it cannot read', () => {
    const env = { ...shop.services.env, TRUSTED_PROXIES: '10.0.0.0/33' };
    expect(() => createApp({ ...shop.services, env })).toThrow(
      '"10.0.0.0/33" is neither an IP address nor a CIDR range',
    );
  });
});
