/** The payment methods checkout offers. */
import type { Services } from '../core/services.ts';
import { paymentEnvironment } from './environment.ts';
import type { PaymentMethod, PaymentSettings } from './settings.ts';

/**
 * Methods that are switched on and whose provider is configured, in the merchant's order. Of two card forms one is offered: Stripe's
 * with its keys, the pretend gateway's where both are only played by the sandbox.
 */
export function offeredMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  const there = thereOf(services, settings);
  const { stripe } = paymentEnvironment(services.env);
  const [cards, spare] = stripe?.isSandbox === false ? ['stripe', 'simulated'] : ['simulated', 'stripe'];
  const hasCards = there.some(({ provider }) => provider === cards);
  return hasCards ? there.filter(({ provider }) => provider !== spare) : there;
}

/** Whether the merchant lets orders be paid at this provider, offered just now or not. */
export function takesMoneyBy(services: Services, settings: PaymentSettings, provider: string): boolean {
  return thereOf(services, settings).some((method) => method.provider === provider);
}

function thereOf(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter((method) => {
    if (!method.enabled) return false;
    if (method.provider === 'paypal' && !settings.paypal.enabled) return false;
    return method.provider === 'local' || services.payments.has(method.provider);
  });
}

/** Whether PayPal's own button is to be expected in a place of the shop, before PayPal itself is asked (R60). */
export function offersPayPal(
  services: Services,
  settings: PaymentSettings,
  place: PaymentSettings['paypal']['express_pay_show'][number],
): boolean {
  const method = offeredMethods(services, settings).find(({ provider }) => provider === 'paypal');
  return method?.start_hidden === false && settings.paypal.express_pay_show.includes(place);
}
