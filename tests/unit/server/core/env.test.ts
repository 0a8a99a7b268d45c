import { describe, expect, it, vi } from 'vitest';
import { readEnv } from '#server/core/env.ts';
import { getSandboxUrls } from '#server/payments/providers.ts';

it('takes the other platform by its origin, however its address is written', () => {
  for (const written of ['https://shop.example', 'https://shop.example/', 'https://SHOP.example:443']) {
    expect(readEnv({ API_ORIGIN: written }).API_ORIGIN).toBe('https://shop.example');
  }
  expect(() => readEnv({ API_ORIGIN: 'https://shop.example/api' })).toThrow('API_ORIGIN');
});

it('takes a server key of 32 bytes or more, hex or base64, and nothing shorter', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const good = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  for (const written of good) expect(readEnv({ SERVER_KEY: ` ${written} ` }).SERVER_KEY).toBe(written);
  for (const written of [
    'short',
    bytes.toString('base64url').slice(1),
    'not a key, whatever its length may be, at all',
  ]) {
    expect(() => readEnv({ SERVER_KEY: written })).toThrow('SERVER_KEY');
  }
});

it('stops at a setting that was removed, with one sentence that says what to do', () => {
  for (const SEARCH of ['', 'memory', ' memory ']) expect(() => readEnv({ SEARCH })).not.toThrow();
  const removed =
    /^Invalid environment:\n {2}SEARCH=postgres is not supported[^.]+\. Unset SEARCH, .+\.md\.$/;
  const DATABASE_URL = 'postgres://localhost/shop';
  expect(() => readEnv({ DATABASE_URL, SEARCH: 'postgres' })).toThrow(removed);
  expect(() => readEnv({ SEARCH: 'elastic' })).toThrow('SEARCH=elastic is not supported');
  for (const CACHE_STRICT of ['', '0', 'false']) expect(() => readEnv({ CACHE_STRICT })).not.toThrow();
  for (const CACHE_STRICT of ['1', 'true']) {
    expect(() => readEnv({ CACHE_STRICT })).toThrow(
      /^[^.]+CACHE_STRICT is no longer supported[^.]+\. Unset CACHE_STRICT\.$/,
    );
  }
});

it('names each invalid variable in one sentence that says what it must be', () => {
  const source = { PORT: '70000', SITE_URL: 'shop.example', DATABASE_URL: 'mysql://x/y', LOG_LEVEL: 'loud' };
  const reasons = [
    'PORT must be at most 65535.',
    'DATABASE_URL must begin with postgres:// or postgresql://.',
    'SITE_URL must be a URL that begins with http:// or https://.',
    'LOG_LEVEL must be "fatal" or "error" or "warn" or "info" or "debug" or "silent".',
  ];
  expect(() => readEnv(source)).toThrow(['Invalid environment:', ...reasons].join('\n  '));
});

const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
const real = { ...keys, PAYPAL_ENVIRONMENT: 'production' };

describe('keys for real money', () => {
  it('are refused while SITE_URL is forgotten or this machine’s own, in a sentence that names the variables', () => {
    for (const site of [
      {},
      { SITE_URL: '' },
      { SITE_URL: 'http://localhost:4321' },
      { SITE_URL: 'https://127.0.0.1' },
      { SITE_URL: 'http://127.8.0.1:80' },
      { SITE_URL: 'http://[::1]:4321' },
      { SITE_URL: 'https://shop.localhost' },
      { PAYMENTS: 'sandbox' },
    ]) {
      for (const half of [real, { ...real, PAYPAL_CLIENT_SECRET: '' }, { ...real, PAYPAL_CLIENT_ID: '' }]) {
        const start = () => readEnv({ ...half, ...site });
        for (const name of ['SITE_URL', 'PAYPAL_ENVIRONMENT', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']) {
          expect(start, JSON.stringify(site)).toThrow(name);
        }
      }
    }
  });

  it('are taken on a public address, and where payment is off', () => {
    for (const SITE_URL of [
      'https://shop.example',
      'https://localhost.example',
      'https://127.0.0.1.example',
    ]) {
      expect(readEnv({ ...real, SITE_URL }).SITE_URL).toBe(SITE_URL);
    }
    expect(readEnv({ ...real, PAYMENTS: 'off' }).PAYMENTS).toBe('off');
  });

  it('of PayPal’s own sandbox may be tried on a developer’s machine', () => {
    expect(readEnv(keys).SITE_URL).toBe('http://localhost:4321');
    expect(readEnv({ ...keys, PAYPAL_ENVIRONMENT: 'sandbox' }).PAYPAL_ENVIRONMENT).toBe('sandbox');
  });
});

describe('keys of other gateways', () => {
  it('are refused where nothing public says how the gateway is spoken to, in a sentence that names variable and gateway [R72]', () => {
    for (const [key, name] of [
      ['GETPAY_KEY', 'getpay'],
      ['APIA_KEY', 'apia'],
      ['LINWEI_KEY', 'linwei'],
      ['OCEAN_SECURE_CODE', 'ocean'],
    ] as const) {
      for (const more of [{}, { PAYMENTS: 'sandbox' }, { SITE_URL: 'https://shop.example' }]) {
        const start = () => readEnv({ [key]: 'secret', ...more });
        expect(start).toThrow(`${key} cannot be used: ${name} has`);
        expect(start).toThrow('docs/merchant/payments-sandbox-only.md');
      }
      expect(() => readEnv({ [key]: ' ' })).not.toThrow();
    }
  });

  it('take no real money on a SITE_URL of this machine alone [R90]', () => {
    for (const [environment, key] of [
      ['AIRWALLEX_ENVIRONMENT', 'AIRWALLEX_API_KEY'],
      ['PINGPONG_ENVIRONMENT', 'PINGPONG_SALT'],
    ] as const) {
      const live = { [environment]: 'production', [key]: 'secret' };
      expect(() => readEnv(live)).toThrow(environment);
      expect(() => readEnv({ ...live, PAYMENTS: 'off' })).not.toThrow();
      expect(() => readEnv({ ...live, SITE_URL: 'https://shop.example' })).not.toThrow();
      expect(() => readEnv({ [key]: 'secret' })).not.toThrow();
    }
  });
});

describe('Stripe’s keys', () => {
  const live = {
    ...{ STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_b2' },
    ...{ STRIPE_WEBHOOK_SECRET: 'whsec_c3', SITE_URL: 'https://shop.example' },
  };
  const test = { ...live, STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_b2' };
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

  it('are taken all three together, and are told by name where one is missing', () => {
    expect(readEnv(live)).toMatchObject(live);
    for (const name of names) {
      expect(() => readEnv({ ...live, [name]: '' })).toThrow(`${name} is not set`);
      expect(() => readEnv({ [name]: live[name] })).toThrow('are not set');
    }
  });

  it('are refused on an address of this machine where they take real money, and tried there where they do not', () => {
    for (const SITE_URL of ['', 'http://localhost:4321', 'https://127.0.0.1']) {
      expect(() => readEnv({ ...live, SITE_URL })).toThrow('SITE_URL');
      expect(() => readEnv({ ...live, SITE_URL, PAYMENTS: 'sandbox' })).toThrow('STRIPE_SECRET_KEY');
      expect(() => readEnv({ ...live, SITE_URL, STRIPE_SECRET_KEY: 'rk_live_a1' })).toThrow('SITE_URL');
      expect(readEnv({ ...test, SITE_URL }).STRIPE_SECRET_KEY).toBe('sk_test_a1');
      expect(readEnv({ ...live, SITE_URL, PAYMENTS: 'off' }).PAYMENTS).toBe('off');
    }
  });

  it('are of one mode, and each in its own place', () => {
    const { STRIPE_PUBLISHABLE_KEY } = live;
    expect(() => readEnv({ ...test, STRIPE_PUBLISHABLE_KEY })).toThrow('STRIPE_PUBLISHABLE_KEY');
    expect(() => readEnv({ ...live, STRIPE_SECRET_KEY: test.STRIPE_SECRET_KEY })).toThrow('live key');
    for (const name of names) {
      for (const wrong of [`x${live[name]}`, 'secret', 'sk_live_', live.SITE_URL]) {
        expect(() => readEnv({ ...live, [name]: wrong }), `${name} ${wrong}`).toThrow(
          `${name} must be a key`,
        );
      }
    }
    expect(() => readEnv({ ...live, STRIPE_SECRET_KEY: 'pk_live_b2' })).toThrow('STRIPE_SECRET_KEY');
    expect(() => readEnv({ ...live, STRIPE_PUBLISHABLE_KEY: 'sk_live_a1' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY',
    );
  });

  it('are repeated by no refusal', () => {
    const { SITE_URL: _site, ...alone } = live;
    for (const source of [{ ...live, STRIPE_SECRET_KEY: 'sk_live_verysecret-1' }, alone]) {
      const said = vi.fn(() => readEnv(source));
      expect(said).toThrow();
      expect(String(said.mock.results[0]?.value)).not.toMatch(/verysecret|a1|c3/);
    }
  });
});

describe('the sandbox’s address', () => {
  it('is loopback unless HOST or its own variable says otherwise', () => {
    expect(readEnv({}).SANDBOX_HOST).toBe('127.0.0.1');
    expect(readEnv({ HOST: ' ' }).SANDBOX_HOST).toBe('127.0.0.1');
    expect(readEnv({ HOST: '0.0.0.0' }).SANDBOX_HOST).toBe('0.0.0.0');
    expect(readEnv({ HOST: '0.0.0.0', SANDBOX_HOST: '127.0.0.1' }).SANDBOX_HOST).toBe('127.0.0.1');
  });

  it('is the one at which it can be reached, by the shop and by browsers', () => {
    const where = (source: Record<string, string>) => {
      const sandbox = getSandboxUrls(readEnv({ PAYMENTS: 'sandbox', ...source }));
      return [sandbox?.api, sandbox?.web];
    };
    const local = 'http://localhost:4322';
    expect(where({})).toEqual([local, local]);
    expect(where({ HOST: '127.0.0.1', SITE_URL: 'https://demo.example' })).toEqual([local, local]);
    expect(where({ HOST: '0.0.0.0' })).toEqual([local, local]);
    expect(where({ HOST: '::', SITE_URL: 'http://192.0.2.2:4321' })).toEqual([
      local,
      'http://192.0.2.2:4322',
    ]);
    expect(where({ HOST: '192.0.2.2' })).toEqual(['http://192.0.2.2:4322', 'http://192.0.2.2:4322']);
    expect(where({ HOST: '2001:db8::2' })).toEqual([
      'http://[2001:db8::2]:4322',
      'http://[2001:db8::2]:4322',
    ]);
    const elsewhere = 'http://sandbox.example:99';
    expect(where({ HOST: '0.0.0.0', SANDBOX_URL: elsewhere })).toEqual([elsewhere, elsewhere]);
  });
});
