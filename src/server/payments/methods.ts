import type { Services } from '../core/services.ts';
import { findPaymentAccount, type PaymentMethod, type PaymentSettings } from './settings.ts';

/**
 * Returns the enabled payment methods whose provider is configured, sorted as in the merchant's settings. The checkout offers only one type
 * of card form: the one of a provider with real keys or, if the sandbox simulates all providers, the one of the simulated card gateway.
 */
export function listOfferedMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  const enabled = enabledMethods(services, settings);
  const rankOf = ({ provider }: PaymentMethod) => services.payments.get(provider)?.cardRank;
  const highest = Math.max(...enabled.map((method) => rankOf(method) ?? 0));
  return enabled.filter((method) => (rankOf(method) ?? highest) === highest);
}

/** Returns whether the merchant accepts payments through this provider, even if the checkout does not offer it now. */
export function isProviderEnabled(services: Services, settings: PaymentSettings, provider: string): boolean {
  return enabledMethods(services, settings).some((method) => method.provider === provider);
}

/** Returns the payment methods that the merchant has enabled and whose provider is configured and enabled. */
function enabledMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter(({ enabled, provider }) => {
    if (!enabled || findPaymentAccount(settings, provider)?.isEnabled === false) return false;
    return provider === 'local' || services.payments.has(provider);
  });
}
