/** The providers this process can talk to, by name (R72). */
import type { Env } from '../core/env.ts';
import type { PaymentProvider, PaymentProviders } from '../core/payment-provider.ts';
import { cardProvider } from './card-gateway.ts';
import { paymentEnvironment } from './environment.ts';
import { gatewayProvider } from './gateways/gateway-provider.ts';
import { payPalProvider } from './paypal.ts';
import { stripeProvider } from './stripe.ts';

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
