/** Which payment services this process talks to, and with which keys. A pure reading of the environment. */
import { type Env, isLoopback } from '../core/env.ts';
import { withGatewayHosts } from './providers/redirect/browser-parts.ts';
import { type GatewayKeys, gatewayEnvironment, hasGatewayKeys } from './providers/redirect/environment.ts';

export interface PayPalEnvironment {
  /** REST API. */
  api: string;
  /** Where the browser kit and the payer's pages come from. */
  web: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Merchant id that must be paid, '' to take what the account itself says. */
  merchantId: string;
  isSandbox: boolean;
  /** No money moves: played by the sandbox, or PayPal's own trial. */
  isTest: boolean;
}

export interface CardEnvironment {
  /** Where the shop's server reaches the gateway. */
  api: string;
  /** Where browsers reach its frame. */
  web: string;
  account: string;
  secret: string;
  webhookSecret: string;
}

export interface StripeEnvironment {
  /** REST API. */
  api: string;
  /** Script of the sandbox's stand-in for Stripe.js; '' where the page loads Stripe's own. */
  script: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  isSandbox: boolean;
  /** No money moves: played by the sandbox, or Stripe's own test keys. */
  isTest: boolean;
}

export interface PaymentEnvironment {
  paypal: PayPalEnvironment | null;
  stripe: StripeEnvironment | null;
  /** The simulated card gateway: only ever in test mode. */
  cards: CardEnvironment | null;
  /** The other gateways, by name. */
  gateways: ReadonlyMap<string, GatewayKeys>;
  /** Some provider moves no money: every page says "Test mode". */
  testMode: boolean;
  /** Some provider is played by the sandbox. */
  needsSandbox: boolean;
}

/** The sandbox's keys are public (src/sandbox/context.ts): it moves no money. */
const sandboxKeys = {
  paypalClientId: 'atoll-sandbox-client',
  paypalClientSecret: 'atoll-sandbox-secret',
  paypalWebhookId: 'ATOLLSANDBOXWEBHOOK',
  paypalMerchantId: 'ATOLLSANDBOX1',
  cardAccount: 'acct_sandbox',
  cardSecret: 'sk_sandbox_atoll',
  cardWebhookSecret: 'whsec_sandbox_atoll',
  stripeSecretKey: 'sk_sandbox_atoll_stripe',
  stripePublishableKey: 'pk_sandbox_atoll_stripe',
  stripeWebhookSecret: 'whsec_sandbox_atoll_stripe',
};

/** Addresses that mean every interface of the machine. */
const everywhere = new Set(['0.0.0.0', '::', '']);

/** How this machine reaches a process of its own that listens on `host`. */
export function reachable(host: string): string {
  if (everywhere.has(host)) return 'localhost';
  if (host === '127.0.0.1' || host === '::1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Where the shop's server reaches the sandbox. */
export function sandboxUrl(env: Env): string {
  const own = `http://${reachable(env.SANDBOX_HOST)}:${env.SANDBOX_PORT}`;
  return (env.SANDBOX_URL ?? own).replace(/\/+$/, '');
}

/** Where browsers reach it: one that listens everywhere is opened by the name under which the shop is opened. */
export function sandboxWebUrl(env: Env): string {
  if (env.SANDBOX_URL || !everywhere.has(env.SANDBOX_HOST) || isLoopback(env.SITE_URL))
    return sandboxUrl(env);
  return `http://${new URL(env.SITE_URL).hostname}:${env.SANDBOX_PORT}`;
}

/**
 * Whether this shop may pay with the sandbox: on a developer's machine, or where PAYMENTS=sandbox says so. Whoever has keys
 * of a provider, or speaks of production, means real money: no order may then be paid by a webhook signed with a public secret.
 */
export function mayUseSandbox(env: Env): boolean {
  if (env.PAYMENTS === 'off') return false;
  if (env.PAYMENTS === 'sandbox') return true;
  if (hasKeys(env) || hasGatewayKeys(env)) return false;
  return env.PAYPAL_ENVIRONMENT !== 'production' && isLoopback(env.SITE_URL);
}

/** Whether there is a key of any provider, be it only one of several. */
function hasKeys(env: Env): boolean {
  const keys = [
    env.PAYPAL_CLIENT_ID,
    env.PAYPAL_CLIENT_SECRET,
    env.STRIPE_SECRET_KEY,
    env.STRIPE_PUBLISHABLE_KEY,
    env.STRIPE_WEBHOOK_SECRET,
  ];
  return keys.some((key) => key !== undefined);
}

/** Reads which providers are there. Keys win over the sandbox; without either a provider is absent. */
export function paymentEnvironment(env: Env): PaymentEnvironment {
  if (env.PAYMENTS === 'off')
    return {
      ...{ paypal: null, stripe: null, cards: null, gateways: new Map() },
      ...{ testMode: false, needsSandbox: false },
    };
  const [api, web] = [sandboxUrl(env), sandboxWebUrl(env)];
  const sandbox = mayUseSandbox(env);
  const cards = sandbox
    ? {
        api,
        web,
        account: sandboxKeys.cardAccount,
        secret: sandboxKeys.cardSecret,
        webhookSecret: sandboxKeys.cardWebhookSecret,
      }
    : null;
  const paypal = livePayPal(env) ?? (sandbox ? sandboxPayPal(api, web) : null);
  const stripe = liveStripe(env) ?? (sandbox ? sandboxStripe(api, web) : null);
  const gateways = gatewayEnvironment(env, sandbox ? { api, web } : null);
  const needsSandbox = cards !== null || paypal?.isSandbox === true;
  const isTrial = [paypal, stripe, ...gateways.values()].some((provider) => provider?.isTest);
  return { paypal, stripe, cards, gateways, testMode: needsSandbox || isTrial, needsSandbox };
}

function liveStripe(env: Env): StripeEnvironment | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    api: 'https://api.stripe.com',
    script: '',
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    isSandbox: false,
    isTest: STRIPE_SECRET_KEY.includes('_test_'),
  };
}

function sandboxStripe(api: string, web: string): StripeEnvironment {
  return {
    api,
    script: `${web}/stripe/v3.js`,
    secretKey: sandboxKeys.stripeSecretKey,
    publishableKey: sandboxKeys.stripePublishableKey,
    webhookSecret: sandboxKeys.stripeWebhookSecret,
    isSandbox: true,
    isTest: true,
  };
}

function livePayPal(env: Env): PayPalEnvironment | null {
  if (!env.PAYPAL_CLIENT_ID || !env.PAYPAL_CLIENT_SECRET) return null;
  const prefix = env.PAYPAL_ENVIRONMENT === 'production' ? '' : 'sandbox.';
  return {
    api: `https://api-m.${prefix}paypal.com`,
    web: `https://www.${prefix}paypal.com`,
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: env.PAYPAL_CLIENT_SECRET,
    webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
    merchantId: env.PAYPAL_MERCHANT_ID ?? '',
    isSandbox: false,
    isTest: prefix !== '',
  };
}

function sandboxPayPal(api: string, web: string): PayPalEnvironment {
  return {
    api,
    web,
    clientId: sandboxKeys.paypalClientId,
    clientSecret: sandboxKeys.paypalClientSecret,
    webhookId: sandboxKeys.paypalWebhookId,
    merchantId: sandboxKeys.paypalMerchantId,
    isSandbox: true,
    isTest: true,
  };
}

/** What the pages' security policy must allow for payment, by directive. */
export interface PaymentHosts {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

/** Hosts of PayPal, Stripe, the card gateway and the other gateways (docs/decisions/08-security-policy.md). */
export function paymentHosts(env: Env): PaymentHosts {
  const { paypal, stripe, cards, gateways } = paymentEnvironment(env);
  const known = joinHosts(cards?.web, paypal?.web, stripe ? stripeOrigin(stripe.script) : undefined);
  return withGatewayHosts(known, gateways.values());
}

/** Where Stripe's kit comes from. @param script of its stand-in, '' for Stripe's own */
export function stripeOrigin(script: string): string {
  return script === '' ? 'https://js.stripe.com' : new URL(script).origin;
}

/**
 * @param cards where the card gateway's frame comes from
 * @param paypal where PayPal's kit comes from: PayPal's own hosts stand for all of theirs
 * @param stripe where Stripe's kit comes from: Stripe's own host stands for those it publishes
 */
export function joinHosts(
  cards: string | undefined,
  paypal: string | undefined,
  stripe?: string,
): PaymentHosts {
  const all = [cards ? { frame: [cards] } : {}, payPalHosts(paypal), stripeHosts(stripe)];
  const of = (kind: keyof PaymentHosts) => [...new Set(all.flatMap((hosts) => hosts[kind] ?? []))];
  return { script: of('script'), frame: of('frame'), connect: of('connect'), img: of('img') };
}

function payPalHosts(paypal: string | undefined): Partial<PaymentHosts> {
  if (!paypal) return {};
  if (!new URL(paypal).hostname.endsWith('.paypal.com')) {
    return { script: [paypal], frame: [paypal], connect: [paypal] };
  }
  const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  return { script: all, frame: ['https://*.paypal.com'], connect: all, img: all };
}

function stripeHosts(stripe: string | undefined): Partial<PaymentHosts> {
  if (!stripe) return {};
  if (stripe !== 'https://js.stripe.com') return { script: [stripe], frame: [stripe] };
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    script: scripts,
    frame: [...scripts, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    img: ['https://*.stripe.com'],
  };
}
