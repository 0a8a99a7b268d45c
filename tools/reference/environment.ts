/** Generates the page of environment variables. */
import { z } from 'zod';
import { envSchema } from '../../src/server/core/env.ts';
import type { JsonSchema } from '../../src/server/shop/file-schemas.ts';
import { block, code, page, table } from './markdown.ts';

/** Meaning and example of every variable; the type requires an entry for each new one. */
const variables: Record<keyof z.input<typeof envSchema>, readonly [meaning: string, example: string]> = {
  PORT: ['Port of the shop.', '8080'],
  HOST: ['Address that the shop listens on.', '127.0.0.1'],
  DATA_DIR: ['Folder of the SQLite database, uploads and image variants.', '/var/lib/atoll'],
  DATABASE_URL: ['PostgreSQL database. Not set: SQLite in DATA_DIR.', 'postgres://atoll:secret@db/atoll'],
  STORAGE_URL: [
    'Storage of uploads and image variants: `file:` (in DATA_DIR) or S3.',
    's3://KEY:SECRET@s3.example.com/shop?region=eu-central-1',
  ],
  WARM_IMAGES: ['`0`, for tests: encode image variants only when a browser requests them.', '0'],
  DEMO: ['`off`: a new shop starts empty. Otherwise it is set up from the folder `shop/`.', 'off'],
  SITE_URL: [
    'Public address of the shop, used in links, emails and payments. Not set: `http://localhost:PORT`.',
    'https://shop.example.com',
  ],
  API_ORIGIN: [
    'Origin of another platform with the same API. The shop then only serves pages, and takes no payments.',
    'https://api.example.com',
  ],
  WORKERS: ['Number of processes that serve the shop.', '2'],
  TRUSTED_PROXIES: [
    'Proxies whose `X-Forwarded-For` header is trusted: addresses or CIDR ranges, separated by commas.',
    '127.0.0.1,10.0.0.0/8',
  ],
  SMTP_URL: ['Mail server. Not set: emails stay in the outbox.', 'smtps://user:password@mail.example.com'],
  MAIL_FROM: [
    'Sender of emails. Without a name, the name of the shop is used.',
    "'Marram <shop@example.com>'",
  ],
  SERVER_KEY: [
    'Secret for links, cookies and backups: at least 32 random bytes in hex or base64. Create it once with `openssl rand -hex 32` and keep it. Not set: a key is created and stored in the database.',
    'f3c1…64 hex digits…',
  ],
  METRICS_PORT: ['Port of the metrics on the loopback address. Not set: no metrics.', '9464'],
  SANDBOX_URL: [
    'Address of a payment sandbox. Not set: in test mode the shop starts its own on SANDBOX_PORT.',
    'http://localhost:4322',
  ],
  SANDBOX_PORT: ['Port of the payment sandbox. Not set: PORT + 1.', '4322'],
  SANDBOX_HOST: [
    'Address that the payment sandbox listens on. Not set: HOST if it is set, otherwise 127.0.0.1.',
    '127.0.0.1',
  ],
  PAYMENTS: ['`sandbox`: allow test payments on a public SITE_URL. `off`: no online payments.', 'sandbox'],
  PAYPAL_CLIENT_ID: ['PayPal: client id.', 'AbC123'],
  PAYPAL_CLIENT_SECRET: ['PayPal: client secret.', 'secret'],
  PAYPAL_WEBHOOK_ID: ['PayPal: id of the webhook.', '5GP028458E2496506'],
  PAYPAL_MERCHANT_ID: [
    'PayPal: merchant id that must receive the payments. Other payments are put on hold.',
    'XYZ1234567890',
  ],
  PAYPAL_ENVIRONMENT: ['PayPal: test or live.', 'production'],
  AIRWALLEX_CLIENT_ID: ['Airwallex: client id.', 'abc'],
  AIRWALLEX_API_KEY: ['Airwallex: API key.', 'secret'],
  AIRWALLEX_WEBHOOK_SECRET: [
    'Airwallex: secret of the webhook. Not set: webhooks are rejected, and the shop queries payments.',
    'whsec',
  ],
  AIRWALLEX_ENVIRONMENT: ['Airwallex: test or live.', 'production'],
  PINGPONG_CLIENT_ID: ['PingPong: client id.', 'abc'],
  PINGPONG_ACC_ID: [
    'PingPong: id of the store that must receive the payments. Other payments are put on hold.',
    'abc',
  ],
  PINGPONG_SALT: ['PingPong: salt for signatures.', 'secret'],
  PINGPONG_ENVIRONMENT: ['PingPong: test or live.', 'production'],
  GETPAY_KEY: [
    'Not supported: getpay works in the sandbox only, and the shop does not start with this key.',
    '',
  ],
  APIA_KEY: ['Not supported: apia works in the sandbox only, and the shop does not start with this key.', ''],
  LINWEI_KEY: [
    'Not supported: linwei works in the sandbox only, and the shop does not start with this key.',
    '',
  ],
  OCEAN_SECURE_CODE: [
    'Not supported: ocean works in the sandbox only, and the shop does not start with this key.',
    '',
  ],
  STRIPE_SECRET_KEY: ['Stripe: secret or restricted key. Set all three Stripe keys, or none.', 'sk_test_123'],
  STRIPE_PUBLISHABLE_KEY: ['Stripe: publishable key.', 'pk_test_123'],
  STRIPE_WEBHOOK_SECRET: ['Stripe: signing secret of the webhook.', 'whsec_123'],
  GOOGLE_MAPS_API_KEY: [
    'Key of the Google Places API, for address suggestions in the checkout. Not set: suggestions only in test mode.',
    'AIza123',
  ],
  META_CONVERSIONS_TOKEN: [
    'Token of the Meta Conversions API, for the pixel in the setting `pixels`. Not set: only browsers send events.',
    'EAAB123',
  ],
  META_CONVERSIONS_URL: ['Address of the Meta Conversions API.', 'https://graph.facebook.com/v24.0'],
  TIKTOK_CONVERSIONS_TOKEN: [
    'Token of the TikTok Events API, for the pixel in the setting `pixels`. Not set: only browsers send events.',
    'abc123',
  ],
  TIKTOK_CONVERSIONS_URL: [
    'Address of the TikTok Events API.',
    'https://business-api.tiktok.com/open_api/v1.3',
  ],
  CDN_PURGE_URL: [
    'Purge URL of the CDN. After each change, Atoll calls it with the tags to purge.',
    'https://api.cloudflare.com/client/v4/zones/ZONE/purge_cache',
  ],
  CDN_PURGE_TOKEN: ['Token for CDN_PURGE_URL.', 'secret'],
  CDN_TAG_HEADER: [
    'Header with the tags of a page: `Cache-Tag` for Cloudflare, `Surrogate-Key` for Fastly, `xkey` for Varnish.',
    'Surrogate-Key',
  ],
  LOG_LEVEL: ['Lowest level of log messages.', 'warn'],
};

export function environmentPage(): string {
  const { properties } = z.toJSONSchema(envSchema, { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, JsonSchema>;
  };
  return page(
    'Environment variables',
    'Set variables before the command:',
    block('sh', 'PORT=8080 SITE_URL=https://shop.example.com npm start'),
    'An empty variable counts as not set. The shop does not start with an invalid variable.',
    table(
      ['variable', 'default', 'meaning', 'example'],
      Object.entries(variables).map(([name, [meaning, example]]) => {
        const { default: value, enum: values } = properties[name] ?? {};
        const choice = Array.isArray(values)
          ? ` Values: ${values.map((each) => code(String(each))).join(', ')}.`
          : '';
        return [
          code(name),
          value === undefined ? '' : code(String(value)),
          meaning + choice,
          example && code(`${name}=${example}`),
        ];
      }),
    ),
  );
}
