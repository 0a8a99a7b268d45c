/** The payment methods checkout offers, and what each asks of the page next. */
import { codes } from '#lib/contract/codes.ts';
import { Failure } from '../http/failure.ts';
import type { Services } from '../services.ts';
import { paymentEnvironment } from './environment.ts';
import { checkLimits } from './limits.ts';
import { type PaymentMethod, type PaymentSettings, readPaymentSettings } from './settings.ts';

/** Methods that are switched on and whose provider is configured, in the merchant's order. */
export function offeredMethods(services: Services, settings: PaymentSettings): PaymentMethod[] {
  return settings.methods.filter((method) => {
    if (!method.enabled) return false;
    if (method.provider === 'paypal' && !settings.paypal.enabled) return false;
    return method.provider === 'local' || services.payments.has(method.provider);
  });
}

/**
 * Refuses a method that is not offered or not for this amount.
 * @param total minor units
 * @throws Failure 53130 for a method that is off or unknown, 10001 outside its limits
 */
export async function checkMethod(
  services: Services,
  name: string,
  total: number,
  currency: string,
): Promise<void> {
  const settings = await readPaymentSettings(services.db.read);
  const method = offeredMethods(services, settings).find((entry) => entry.method === name);
  if (!method)
    throw new Failure(
      codes.accountUnavailable,
      'Please choose another way to pay: this one is not available.',
    );
  checkLimits(settings, method.account_id, method.provider, total, currency);
}

/**
 * What the page does after the order was placed (API-027).
 * @param paypalOrderId an express payment approved before, '' for none
 */
export async function nextStep(
  services: Services,
  name: string,
  total: number,
  paypalOrderId: string,
): Promise<'zero' | 'card' | 'redirect' | 'kit' | 'express' | 'done'> {
  if (total === 0) return 'zero';
  const settings = await readPaymentSettings(services.db.read);
  const method = offeredMethods(services, settings).find((entry) => entry.method === name);
  if (method?.provider === 'paypal' && paypalOrderId !== '') return 'express';
  if (!method || method.flow === 'local') return 'done';
  return method.flow === 'simulated' ? 'card' : method.flow;
}

/** Whether the sandbox plays some provider: pages then say "Test mode". */
export function isTestMode(services: Services): boolean {
  return paymentEnvironment(services.env).testMode;
}
