/** Which PayPal this process talks to, and with which keys. A pure reading of the environment. */
import type { Env } from '../../../core/env.ts';
import type { PaymentHosts, SandboxAddress } from '../../../core/payment-provider.ts';

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

/** PayPal itself where its keys are set, else the sandbox that plays it; null where neither is there. */
export function payPalEnvironment(env: Env, sandbox: SandboxAddress | null): PayPalEnvironment | null {
  if (!env.PAYPAL_CLIENT_ID || !env.PAYPAL_CLIENT_SECRET) return sandbox && played(sandbox);
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

/** The sandbox's keys are public (src/sandbox/context.ts): it moves no money. */
function played(sandbox: SandboxAddress): PayPalEnvironment {
  return {
    ...sandbox,
    clientId: 'atoll-sandbox-client',
    clientSecret: 'atoll-sandbox-secret',
    webhookId: 'ATOLLSANDBOXWEBHOOK',
    merchantId: 'ATOLLSANDBOX1',
    isSandbox: true,
    isTest: true,
  };
}

/** PayPal's own hosts stand for all of theirs. @param web where its kit comes from */
export function payPalHosts(web: string): Partial<PaymentHosts> {
  if (!new URL(web).hostname.endsWith('.paypal.com')) return { script: [web], frame: [web], connect: [web] };
  const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  return { script: all, frame: ['https://*.paypal.com'], connect: all, img: all };
}
