import { expect, it } from 'vitest';
import { readEnv } from '#server/core/env.ts';
import { airwallexKeys } from '#server/payments/providers/airwallex/provider.ts';
import { pingpongKeys } from '#server/payments/providers/pingpong/provider.ts';

it.each([
  [
    'pingpong',
    pingpongKeys,
    { PINGPONG_CLIENT_ID: 'client', PINGPONG_ACC_ID: 'account', PINGPONG_SALT: 'salt' },
    { account: 'account', clientId: 'client', secret: 'salt', webhookSecret: 'salt' },
  ],
  [
    'airwallex',
    airwallexKeys,
    { AIRWALLEX_CLIENT_ID: 'client', AIRWALLEX_API_KEY: 'key', AIRWALLEX_WEBHOOK_SECRET: 'hook' },
    { account: '', clientId: 'client', secret: 'key', webhookSecret: 'hook' },
  ],
])('each key of %s has its own place', (name, read, set, keys) => {
  const env = readEnv({ ...set, SITE_URL: 'https://shop.example' });
  expect(read(env, null)).toMatchObject({
    ...keys,
    ...{ name, noticeUrl: `https://shop.example/api/v1/webhooks/${name}`, isTest: true },
  });
});
