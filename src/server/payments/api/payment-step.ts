/** Whether an order may be paid the chosen way, and what the page does next. */
import { isOfferedIn } from '#lib/checkout/offered-in.ts';
import * as codes from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import { Failure } from '../../core/failure.ts';
import type { Services } from '../../core/services.ts';
import type { Order } from '../../orders/order.ts';
import { isWithin, limitsOf, type PaymentMethod, readPaymentSettings } from '../settings.ts';

export type NextStep = 'zero' | 'card' | 'redirect' | 'kit' | 'express' | 'done';

const steps: Record<PaymentMethod['flow'], NextStep> = {
  card: 'card',
  simulated: 'card',
  redirect: 'redirect',
  kit: 'kit',
  local: 'done',
};

/**
 * Finds a payment method that is on, for an order of this total.
 * @param total minor units
 * @param country the order goes to, '' where nothing is sent
 * @throws Failure 10001 for a method that is unknown or off, 53130 where its account cannot take the amount or it is not
 * offered in the country
 */
export async function findMethod(
  services: Services,
  method: string,
  total: number,
  country: string,
): Promise<PaymentMethod> {
  const settings = await readPaymentSettings(services.db.read);
  const found = settings.methods.find((entry) => entry.method === method && entry.enabled);
  const isOn = found && (found.flow === 'local' || services.payments.has(found.provider));
  if (!isOn) throw new Failure(codes.badParameter, 'Please choose a payment method.');
  if (!isOfferedIn(found.countries, country)) {
    const there = /^[A-Z]{2}$/.test(country)
      ? ` for deliveries to ${new Intl.DisplayNames('en', { type: 'region' }).of(country)}`
      : ' for this order';
    throw new Failure(
      codes.accountUnavailable,
      `${found.title} is not offered${there}. Please choose another payment method.`,
    );
  }
  if (!isWithin(total, limitsOf(settings, found.account_id, found.provider))) {
    throw new Failure(
      codes.accountUnavailable,
      `${found.title} cannot take this amount. Please choose another payment method.`,
    );
  }
  return found;
}

/** What the page does after the order was placed. */
export async function nextStep(services: Services, order: Order, paypalOrderId: string): Promise<NextStep> {
  if (!isPayable(order.statusKey)) return 'done';
  if (order.amounts.total === 0) return 'zero';
  const { paymentMethod, amounts, address } = order;
  const { flow, provider } = await findMethod(services, paymentMethod, amounts.total, address.country_code);
  // What was approved before there was an order (express) only has to be amended to it.
  const isExpress = services.payments.get(provider)?.amend !== undefined;
  return isExpress && paypalOrderId !== '' ? 'express' : steps[flow];
}
