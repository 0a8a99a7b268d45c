/** What every part of the sandbox is given. */
import { randomInt } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import type { Scenarios } from './scenarios.ts';

export interface Sandbox {
  ledger: Ledger;
  scenarios: Scenarios;
  /** Where browsers and the shop reach the sandbox, without a trailing slash. */
  publicUrl: string;
  /** Where webhooks go. */
  shopUrl: string;
  /** Origins whose pages may show the card frame. */
  parentOrigins: string[];
  now: () => number;
  /** Carries the webhooks. */
  fetch: typeof fetch;
  /** Queues a webhook; it is signed when it leaves. */
  notify(provider: string, type: string, resource: unknown): void;
}

/**
 * The sandbox's keys. They are public on purpose: its money is not money, and a shop takes it only in test mode.
 */
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

/** An id in PayPal's manner: 17 capitals and digits. */
export function newId(length = 17): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
