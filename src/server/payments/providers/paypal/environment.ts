/** Derives PayPal's URLs and keys from environment variables. */
import type { Env } from '../../../core/env.ts';
import type { PaymentHosts, SandboxAddress } from '../../../core/payment-provider.ts';

export interface PayPalEnvironment {
  api: string;
  /** Origin of PayPal's browser SDK and of its approval pages. */
  web: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Merchant id that must receive the payments; '' accepts whichever payee PayPal reports. */
  merchantId: string;
  isSandbox: boolean;
  /** True if no real money moves: in our sandbox or in PayPal's. */
  isTest: boolean;
}

/** Returns the settings for PayPal if its keys are set, otherwise those for our sandbox; null if neither is available. */
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

/** Returns the settings for our sandbox. Its keys are public (src/sandbox/context.ts), because no real money moves there. */
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

/**
 * Returns the hosts from which pages load PayPal's scripts, frames and images: PayPal's own hosts if `web` is on paypal.com, otherwise only
 * `web`.
 * @param web origin of PayPal's browser SDK
 */
export function payPalHosts(web: string): Partial<PaymentHosts> {
  if (!new URL(web).hostname.endsWith('.paypal.com')) return { script: [web], frame: [web], connect: [web] };
  const all = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  return { script: all, frame: ['https://*.paypal.com'], connect: all, img: all };
}
