/** PayPal's URLs and keys, derived only from the environment. */
import type { Env } from '../../../core/env.ts';
import type { PaymentHosts, SandboxAddress } from '../../../core/payment-provider.ts';

export interface PayPalEnvironment {
  api: string;
  /** Origin of PayPal's script and of the pages for payers. */
  web: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Merchant id that must be paid; '' accepts the payee that PayPal reports. */
  merchantId: string;
  isSandbox: boolean;
  /** No money moves: either our sandbox or PayPal's. */
  isTest: boolean;
}

/** Returns PayPal's keys if they are set, else the sandbox's; null without either. */
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

/** The sandbox's keys are public (src/sandbox/context.ts), because it moves no money. */
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

/** Returns PayPal's domains if its script comes from one of them, else the given origin. @param web origin of the script */
export function payPalHosts(web: string): Partial<PaymentHosts> {
  if (!new URL(web).hostname.endsWith('.paypal.com')) return { script: [web], frame: [web], connect: [web] };
  const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  return { script: all, frame: ['https://*.paypal.com'], connect: all, img: all };
}
