import { expect, it } from 'vitest';
import { readEnv } from '#server/core/env.ts';
import { gatewayEnvironment } from '#server/payments/providers/redirect/environment.ts';

it.each([
  [
    'pingpong',
    { PINGPONG_CLIENT_ID: 'client', PINGPONG_ACC_ID: 'account', PINGPONG_SALT: 'salt' },
    { account: 'account', clientId: 'client', secret: 'salt', webhookSecret: 'salt' },
  ],
  [
    'airwallex',
    { AIRWALLEX_CLIENT_ID: 'client', AIRWALLEX_API_KEY: 'key', AIRWALLEX_WEBHOOK_SECRET: 'hook' },
    { account: '', clientId: 'client', secret: 'key', webhookSecret: 'hook' },
  ],
])('each key of %s has its own place', (name, set, keys) => {
  const env = readEnv({ ...set, SITE_URL: 'https://shop.example' });
  expect(gatewayEnvironment(env, null).get(name)).toMatchObject({
    ...keys,
    ...{ name, noticeUrl: `https://shop.example/api/v1/webhooks/${name}`, isSandbox: false, isTest: true },
  });
});
