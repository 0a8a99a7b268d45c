/** Derives Stripe's URLs and keys from environment variables. */
import type { Env } from '../../../core/env.ts';
import type { PaymentHosts, SandboxAddress } from '../../../core/payment-provider.ts';

export interface StripeEnvironment {
  api: string;
  /** URL of the sandbox's replacement for Stripe.js; '' if the page loads Stripe's own. */
  script: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  isSandbox: boolean;
  /** True if no real money moves: in our sandbox, or at Stripe with test keys. */
  isTest: boolean;
}

/** Returns the settings for Stripe if all its keys are set, otherwise those for our sandbox; null if neither is available. */
export function stripeEnvironment(env: Env, sandbox: SandboxAddress | null): StripeEnvironment | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET)
    return sandbox && played(sandbox);
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

/** Returns the settings for our sandbox. Its keys are public (src/sandbox/context.ts), because no real money moves there. */
function played({ api, web }: SandboxAddress): StripeEnvironment {
  return {
    api,
    script: `${web}/stripe/v3.js`,
    secretKey: 'sk_sandbox_atoll_stripe',
    publishableKey: 'pk_sandbox_atoll_stripe',
    webhookSecret: 'whsec_sandbox_atoll_stripe',
    isSandbox: true,
    isTest: true,
  };
}

/**
 * Returns the hosts that Stripe documents for its scripts and frames, or only the given origin.
 * @param web origin of the sandbox's script; '' for Stripe's own
 */
export function stripeHosts(web: string): Partial<PaymentHosts> {
  if (web !== '') return { script: [web], frame: [web] };
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    script: scripts,
    frame: [...scripts, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    img: ['https://*.stripe.com'],
  };
}
