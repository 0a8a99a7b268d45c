/** Which Stripe this process talks to, and with which keys. A pure reading of the environment. */
import type { Env } from '../../../core/env.ts';
import type { PaymentHosts, SandboxAddress } from '../../../core/payment-provider.ts';

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

/** Stripe itself where its keys are set, else the sandbox that plays it; null where neither is there. */
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

/** The sandbox's keys are public (src/sandbox/context.ts): it moves no money. */
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

/** Stripe's own host stands for those it publishes. @param web origin of its stand-in, '' for Stripe itself */
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
