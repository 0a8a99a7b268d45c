/** Which payment services this process talks to, and with which keys. A pure reading of the environment. */
import { type Env, isLoopback } from '../core/env.ts';
import { withGatewayHosts } from './gateways/browser-parts.ts';
import { type GatewayKeys, gatewayEnvironment, hasGatewayKeys } from './gateways/environment.ts';

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

export interface PaymentEnvironment {
  paypal: PayPalEnvironment | null;
  /** The simulated card gateway: only ever in test mode. */
  cards: CardEnvironment | null;
  /** The other gateways, by name. */
  gateways: ReadonlyMap<string, GatewayKeys>;
  /** Some provider is played by the sandbox: every page says "Test mode". */
  testMode: boolean;
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
  if (env.PAYMENTS === 'off' || env.API_ORIGIN !== undefined) return false;
  if (env.PAYMENTS === 'sandbox') return true;
  const hasKeys = Boolean(env.PAYPAL_CLIENT_ID ?? env.PAYPAL_CLIENT_SECRET);
  if (hasGatewayKeys(env)) return false;
  return !hasKeys && env.PAYPAL_ENVIRONMENT !== 'production' && isLoopback(env.SITE_URL);
}

/** Reads which providers are there. Keys win over the sandbox; without either a provider is absent. */
export function paymentEnvironment(env: Env): PaymentEnvironment {
  if (env.PAYMENTS === 'off') return { paypal: null, cards: null, gateways: new Map(), testMode: false };
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
  const gateways = gatewayEnvironment(env, sandbox ? { api, web } : null);
  return { paypal, cards, gateways, testMode: cards !== null || paypal?.isSandbox === true };
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
  };
}

/** What the pages' security policy must allow for payment, by directive. */
export interface PaymentHosts {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

/** Hosts of PayPal, the card gateway and the other gateways (docs/decisions/08-security-policy.md). */
export function paymentHosts(env: Env): PaymentHosts {
  const { paypal, cards, gateways } = paymentEnvironment(env);
  return withGatewayHosts(joinHosts(cards?.web, paypal?.web), gateways.values());
}

/**
 * @param cards where the card gateway's frame comes from
 * @param paypal where PayPal's kit comes from: PayPal's own hosts stand for all of theirs
 */
export function joinHosts(cards: string | undefined, paypal: string | undefined): PaymentHosts {
  const hosts: PaymentHosts = { script: [], frame: cards ? [cards] : [], connect: [], img: [] };
  if (!paypal) return hosts;
  if (new URL(paypal).hostname.endsWith('.paypal.com')) {
    const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
    hosts.frame.push('https://*.paypal.com');
    return { ...hosts, script: all, connect: all, img: all };
  }
  if (paypal !== cards) hosts.frame.push(paypal);
  return { ...hosts, script: [paypal], connect: [paypal] };
}
