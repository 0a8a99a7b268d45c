import type { Services } from '../core/services.ts';
import { findPaymentAccount, type PaymentMethod, type PaymentSettings } from './settings.ts';

/**
 * Returns the enabled methods with a configured provider, in the merchant's order. Only one kind of card form is offered: that of
 * a provider with real keys or, if the sandbox plays them all, that of the simulated gateway.
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

/** Returns the methods that the merchant enabled and whose provider is configured and not switched off. */
function enabledMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter(({ enabled, provider }) => {
    if (!enabled || findPaymentAccount(settings, provider)?.isEnabled === false) return false;
    return provider === 'local' || services.payments.has(provider);
  });
}
