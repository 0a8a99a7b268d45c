/** The process's environment, parsed once by one schema. All other files receive the parsed `Env`; none reads `process.env`. */
import { z } from 'zod';
import { checkValue, describeProblem } from './schema-problem.ts';

const text = z.string().trim().min(1).optional();
const stripeKey = (form: RegExp, beginnings: string) =>
  z.string().trim().regex(form, `must be a key that begins with ${beginnings}`).optional();
const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});

export const envSchema = z.object({
  /** Port of the shop. */
  PORT: port.default(4321),
  /** Address the shop listens on. */
  HOST: z.string().default('0.0.0.0'),
  /** Folder of the embedded database, uploads and image variants. */
  DATA_DIR: z.string().default('.data'),
  /** `postgres://…` makes the shop use PostgreSQL; if unset, it uses SQLite in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres:// or postgresql://' })
    .optional(),
  /** Storage for uploads and image variants: `file:` (default, in DATA_DIR) or `s3://KEY:SECRET@endpoint/bucket?region=…`. */
  STORAGE_URL: z
    .string()
    .regex(/^(file:|s3:)/, 'must begin with file: or s3:')
    .default('file:'),
  /** `0`, for tests: image variants are encoded only on request, with less effort, and are never replaced by better ones. */
  WARM_IMAGES: z.stringbool().default(true),
  /** `off` leaves a new shop empty; otherwise a new shop is set up from the demo in `shop/`. */
  DEMO: z.stringbool().default(true),
  /** Public origin of the shop; absolute URLs use this origin and never the Host header of a request. */
  SITE_URL: webAddress.optional(),
  /** Origin of another platform that implements the API contract; the pages then use the API of that platform. */
  API_ORIGIN: webAddress
    .transform((url) => new URL(url))
    .refine(
      (url) => url.pathname === '/' && url.search === '',
      'must be an origin without a path, such as https://api.example.com',
    )
    .transform((url) => url.origin)
    .optional(),
  /** Number of worker processes; with more than one use DATABASE_URL, because SQLite has a single writer. */
  WORKERS: z.coerce.number().int().min(1).max(128).default(1),
  /** Comma-separated IP addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted. */
  TRUSTED_PROXIES: text,
  /** `smtp://…` is the server that sends the emails in the outbox; if unset, emails stay in the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  /** From address of the shop's emails, with or without a display name; the default display name is the shop's name. */
  MAIL_FROM: z.string().default('shop@example.com'),
  /**
   * Secret for links and cookies, at least 32 random bytes in hex or base64. If unset, a secret is generated and stored in the database.
   */
  SERVER_KEY: z
    .string()
    .trim()
    .regex(
      /^(?:(?:[0-9a-f]{2}){32,}|[\w+/-]{43,}={0,2})$/i,
      'must be at least 32 random bytes in hex or base64; `openssl rand -hex 32` prints a new key',
    )
    .optional(),
  /** Port of the metrics endpoint on loopback; if unset, no metrics are served. */
  METRICS_PORT: port.optional(),
  /** URL of the sandbox payment provider; if unset, `npm start` starts a sandbox on SANDBOX_PORT. */
  SANDBOX_URL: webAddress.optional(),
  SANDBOX_PORT: port.optional(),
  /** Address the sandbox listens on. Default: HOST if that is set, otherwise loopback, because the sandbox's keys are public. */
  SANDBOX_HOST: text,
  /** `sandbox` allows simulated payments on a public SITE_URL; `off` disables payments. */
  PAYMENTS: z.enum(['sandbox', 'off']).optional(),
  PAYPAL_CLIENT_ID: text,
  PAYPAL_CLIENT_SECRET: text,
  PAYPAL_WEBHOOK_ID: text,
  /** Expected PayPal merchant id; a payment to any other payee is put on hold. */
  PAYPAL_MERCHANT_ID: text,
  /** PayPal environment of the API keys; `sandbox` is PayPal's own sandbox. */
  PAYPAL_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  AIRWALLEX_CLIENT_ID: text,
  AIRWALLEX_API_KEY: text,
  /** Secret of the Airwallex webhook subscription; if unset, webhooks are rejected and payments are found by polling. */
  AIRWALLEX_WEBHOOK_SECRET: text,
  AIRWALLEX_ENVIRONMENT: z.enum(['demo', 'production']).default('demo'),
  PINGPONG_CLIENT_ID: text,
  /** Expected PingPong store id; a payment to any other payee is put on hold. */
  PINGPONG_ACC_ID: text,
  PINGPONG_SALT: text,
  PINGPONG_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  /** Keys of gateways without public documentation; if one of them is set, the process exits (docs/merchant/payments-sandbox-only.md). */
  GETPAY_KEY: text,
  APIA_KEY: text,
  LINWEI_KEY: text,
  OCEAN_SECURE_CODE: text,
  /** Stripe's keys, all three or none: secret or restricted key, publishable key, webhook secret. */
  STRIPE_SECRET_KEY: stripeKey(/^(?:sk|rk)_(?:test|live)_\w+$/, 'sk_test_, sk_live_, rk_test_ or rk_live_'),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_(?:test|live)_\w+$/, 'pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_\S+$/, 'whsec_'),
  /**
   * Key of Google's Places API for address suggestions; if unset, the sandbox suggests addresses in test mode, otherwise there are no
   * suggestions.
   */
  GOOGLE_MAPS_API_KEY: text,
  /** Key of Meta's Conversions API for the pixel in the setting `pixels`; if unset, only browsers send events to Meta. */
  META_CONVERSIONS_TOKEN: text,
  META_CONVERSIONS_URL: webAddress.default('https://graph.facebook.com/v24.0'),
  /** Key of TikTok's Events API. */
  TIKTOK_CONVERSIONS_TOKEN: text,
  TIKTOK_CONVERSIONS_URL: webAddress.default('https://business-api.tiktok.com/open_api/v1.3'),
  /** URL of the CDN's purge API, called with the cache tags of each invalidation. */
  CDN_PURGE_URL: webAddress.optional(),
  CDN_PURGE_TOKEN: text,
  /** Response header that contains a page's cache tags; also selects the purge format: Cloudflare, Fastly, or Varnish with vmod-xkey. */
  CDN_TAG_HEADER: z.enum(['Cache-Tag', 'Surrogate-Key', 'xkey']).default('Cache-Tag'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** The parsed environment, with derived defaults filled in. */
export type Env = Omit<z.output<typeof envSchema>, 'SITE_URL' | 'SANDBOX_PORT' | 'SANDBOX_HOST'> & {
  SITE_URL: string;
  SANDBOX_PORT: number;
  SANDBOX_HOST: string;
  /** All environment variables that are set, unparsed: a payment provider's folder may read keys that this schema does not define. */
  variables: Readonly<Record<string, string | undefined>>;
};

/** Returns whether a URL points to this machine (loopback), which shoppers on other machines cannot reach. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Parses and validates the environment.
 * @param source usually `process.env`; empty strings count as unset
 * @returns the parsed environment; SITE_URL defaults to http://localhost:PORT and has no trailing slash, SANDBOX_PORT defaults to PORT + 1
 * @throws Error naming each invalid variable with the reason; also for live payment keys on a loopback SITE_URL
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { data: env, problems } = checkValue(envSchema, present);
  if (problems) throw invalid(...problems.map((problem) => describeProblem(problem, present)));
  const SITE_URL = (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  refuseRemovedSettings(present);
  refuseMoneyOnLoopback({ ...env, SITE_URL });
  refuseUndocumentedGateways(env);
  refuseHalfOfPayPal(env);
  refuseHalfOfStripe({ ...env, SITE_URL });
  return {
    ...env,
    // If the pages use another platform's API, this shop takes no payments itself.
    PAYMENTS: env.API_ORIGIN ? 'off' : env.PAYMENTS,
    SITE_URL,
    variables: present,
    SANDBOX_PORT: env.SANDBOX_PORT ?? env.PORT + 1,
    SANDBOX_HOST: env.SANDBOX_HOST ?? present.HOST ?? '127.0.0.1',
  };
}

function invalid(...reasons: readonly string[]): Error {
  return new Error(['Invalid environment:', ...reasons.map((reason) => `  ${reason}`)].join('\n'));
}

/** Throws if a removed variable is set to a value that no longer has an effect, so that operators notice it. */
function refuseRemovedSettings(present: Record<string, string | undefined>): void {
  const { CACHE_STRICT = '0', SEARCH = 'memory' } = present;
  if (SEARCH.trim() !== 'memory') {
    throw invalid(
      `SEARCH=${SEARCH} is not supported, because each process searches in its own memory. ` +
        'Unset SEARCH, or attach a search engine as in docs/decisions/13-search-and-lists.md.',
    );
  }
  if (!['0', 'false', 'off', 'no', 'n', 'disabled'].includes(CACHE_STRICT.trim().toLowerCase())) {
    throw invalid(
      'CACHE_STRICT is no longer supported: every process shows a change within two seconds without it. Unset CACHE_STRICT.',
    );
  }
}

/**
 * Payment providers that take real money in the environment `production`: environment variable, variables of the keys, and name of the test
 * environment.
 */
const liveProviders = [
  ['PAYPAL_ENVIRONMENT', ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'], 'sandbox'],
  ['AIRWALLEX_ENVIRONMENT', ['AIRWALLEX_CLIENT_ID', 'AIRWALLEX_API_KEY'], 'demo'],
  ['PINGPONG_ENVIRONMENT', ['PINGPONG_CLIENT_ID', 'PINGPONG_ACC_ID', 'PINGPONG_SALT'], 'sandbox'],
] as const;

/**
 * Throws for live payments with a loopback SITE_URL, which is surely a mistake, because providers could not redirect shoppers back to the
 * shop.
 */
function refuseMoneyOnLoopback(env: z.output<typeof envSchema> & { SITE_URL: string }): void {
  if (env.PAYMENTS === 'off' || !isLoopback(env.SITE_URL)) return;
  for (const [environment, keys, trial] of liveProviders) {
    if (env[environment] !== 'production' || keys.every((key) => env[key] === undefined)) continue;
    throw invalid(
      `SITE_URL is ${env.SITE_URL}, which only this machine can reach, but ${environment}=production and ` +
        `${keys.join(', ')} take real money. Set SITE_URL to the public URL of the shop, ` +
        `${environment}=${trial} to test on this machine, or PAYMENTS=off.`,
    );
  }
}

const undocumented = {
  GETPAY_KEY: 'getpay',
  APIA_KEY: 'apia',
  LINWEI_KEY: 'linwei',
  OCEAN_SECURE_CODE: 'ocean',
} as const;

/**
 * Throws for gateways without public documentation, because an order would wait for a payment request that the gateway did not understand.
 */
function refuseUndocumentedGateways(env: z.output<typeof envSchema>): void {
  for (const [key, name] of Object.entries(undocumented)) {
    if (env[key as keyof typeof undocumented] === undefined) continue;
    throw invalid(
      `${key} cannot be used: ${name} has no public documentation, so its adapter is an assumption that works only in the sandbox. ` +
        `Unset ${key} (docs/merchant/payments-sandbox-only.md).`,
    );
  }
}

type StripeKeys = Pick<
  Env,
  'SITE_URL' | 'PAYMENTS' | 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET'
>;

/**
 * Throws if only one of the two PayPal keys is set: PayPal would not work and the sandbox would be off, so the checkout would have no
 * payment method.
 */
function refuseHalfOfPayPal(
  env: Pick<z.output<typeof envSchema>, 'PAYMENTS' | 'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET'>,
): void {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = env;
  if (env.PAYMENTS === 'off' || Boolean(PAYPAL_CLIENT_ID) === Boolean(PAYPAL_CLIENT_SECRET)) return;
  throw invalid(
    `${PAYPAL_CLIENT_ID ? 'PAYPAL_CLIENT_SECRET' : 'PAYPAL_CLIENT_ID'} is not set. PayPal needs PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET ` +
      'together (docs/merchant/payments-paypal.md). Or set PAYMENTS=off.',
  );
}

/**
 * Throws for incomplete or mixed Stripe keys. Without the webhook secret, a payment is recorded an hour late if the shopper does not
 * return; with keys of different modes, no card can be charged; live keys with a loopback SITE_URL mean that SITE_URL was forgotten.
 */
function refuseHalfOfStripe(env: StripeKeys): void {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).flatMap(([name, key]) => (key ? [] : [name]));
  if (env.PAYMENTS === 'off' || missing.length === 3) return;
  const refuse = (reason: string): never => {
    throw invalid(`${reason} Or set PAYMENTS=off.`);
  };
  if (missing.length > 0) {
    refuse(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. Stripe needs ${Object.keys(keys).join(', ')} together (docs/merchant/payments-stripe.md).`,
    );
  }
  const isLive = STRIPE_SECRET_KEY?.includes('_live_');
  if (isLive !== STRIPE_PUBLISHABLE_KEY?.includes('_live_')) {
    refuse(
      'One of STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY is a live key, the other a test key. Set two live keys or two test keys.',
    );
  }
  if (isLive && isLoopback(env.SITE_URL)) {
    refuse(
      `SITE_URL is ${env.SITE_URL}, which only this machine can reach, but STRIPE_SECRET_KEY takes real money. ` +
        'Set SITE_URL to the public URL of the shop, or use test keys on this machine.',
    );
  }
}
