/** The payment methods checkout offers. */
import type { Services } from '../core/services.ts';
import { accountOf, type PaymentMethod, type PaymentSettings } from './settings.ts';

/**
 * Returns the methods that are switched on and whose provider is configured, in the merchant's order. Of several card forms one is
 * offered: a real provider's with its keys, the pretend gateway's where all are only played by the sandbox.
 */
export function offeredMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  const there = thereOf(services, settings);
  const rankOf = ({ provider }: PaymentMethod) => services.payments.get(provider)?.cardRank;
  const highest = Math.max(...there.map((method) => rankOf(method) ?? 0));
  return there.filter((method) => (rankOf(method) ?? highest) === highest);
}

/** Whether the merchant lets orders be paid at this provider, offered just now or not. */
export function takesMoneyBy(services: Services, settings: PaymentSettings, provider: string): boolean {
  return thereOf(services, settings).some((method) => method.provider === provider);
}

function thereOf(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter(({ enabled, provider }) => {
    if (!enabled || accountOf(settings, provider)?.isEnabled === false) return false;
    return provider === 'local' || services.payments.has(provider);
  });
}
