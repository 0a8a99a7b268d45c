/** State and settings shared by all parts of the sandbox. */
import { randomInt } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import type { Scenarios } from './scenarios.ts';

export interface Sandbox {
  ledger: Ledger;
  scenarios: Scenarios;
  /** URL of the sandbox for browsers and the shop, without a trailing slash. */
  publicUrl: string;
  /** URL of the shop, to which webhooks are sent. */
  shopUrl: string;
  /** Origins whose pages may embed the sandbox's frames, such as the card form. */
  parentOrigins: string[];
  now: () => number;
  /** Fetch function that sends the webhooks. */
  fetch: typeof fetch;
  /** Queues a webhook, which is signed when it is sent. */
  notify(provider: string, type: string, resource: unknown): void;
}

/** The sandbox's keys. They are deliberately public: no real money moves, and a shop accepts them only in test mode. */
export const sandboxKeys = {
  paypalClientId: 'atoll-sandbox-client',
  paypalClientSecret: 'atoll-sandbox-secret',
  paypalWebhookId: 'ATOLLSANDBOXWEBHOOK',
  paypalMerchantId: 'ATOLLSANDBOX1',
  cardAccount: 'acct_sandbox',
  cardSecret: 'sk_sandbox_atoll',
  cardWebhookSecret: 'whsec_sandbox_atoll',
  stripeAccount: 'acct_1AtollSandbox',
  stripeSecretKey: 'sk_sandbox_atoll_stripe',
  stripePublishableKey: 'pk_sandbox_atoll_stripe',
  stripeWebhookSecret: 'whsec_sandbox_atoll_stripe',
};

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns an id in PayPal's format: 17 capital letters and digits by default. */
export function newId(length = 17): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
