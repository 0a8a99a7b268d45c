/** The payment methods checkout offers. */
import type { Services } from '../services.ts';
import { paymentEnvironment } from './environment.ts';
import type { PaymentMethod, PaymentSettings } from './settings.ts';

/** Methods that are switched on and whose provider is configured, in the merchant's order. */
export function offeredMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter((method) => {
    if (!method.enabled) return false;
    if (method.provider === 'paypal' && !settings.paypal.enabled) return false;
    return method.provider === 'local' || services.payments.has(method.provider);
  });
}

/** Whether the sandbox plays some provider: pages then say "Test mode". */
export function isTestMode(services: Services): boolean {
  return paymentEnvironment(services.env).testMode;
}
