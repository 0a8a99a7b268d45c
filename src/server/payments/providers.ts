/** The providers this process can talk to, by name (R72). */
import type { Env } from '../core/env.ts';
import type { PaymentProvider, PaymentProviders } from '../core/payment-provider.ts';
import { paymentEnvironment } from './environment.ts';
import { cardProvider } from './providers/card/provider.ts';
import { payPalProvider } from './providers/paypal/provider.ts';
import { gatewayProvider } from './providers/redirect/provider.ts';
import { stripeProvider } from './providers/stripe/provider.ts';

/**
 * @param outside the process's fetch and clock
 * @returns configured providers; the other names of R72 are absent and refused as not configured
 */
export function createProviders(
  env: Env,
  outside: { fetch: typeof fetch; now: () => number },
): PaymentProviders {
  const { paypal, stripe, cards, gateways } = paymentEnvironment(env);
  const providers: PaymentProvider[] = [];
  if (paypal) providers.push(payPalProvider(paypal, outside));
  if (stripe) providers.push(stripeProvider(stripe, outside));
  if (cards) providers.push(cardProvider(cards, outside));
  for (const keys of gateways.values()) providers.push(gatewayProvider(keys, outside));
  return new Map(providers.map((provider) => [provider.name, provider]));
}
