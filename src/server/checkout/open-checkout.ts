import * as codes from '#lib/contract/codes.ts';
import { additionalTexts } from '#lib/messages/default.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { Checkout } from './checkout.ts';
import { readCheckout } from './store.ts';

/**
 * Reads a checkout that the caller may open: a guest's checkout requires only its link, a customer's checkout also the login of that
 * customer.
 * @throws Failure 10404 for an unknown checkout, 10403 for another customer's, 10110 for a customer's if the caller is not logged in
 */
export async function openCheckout(
  services: Services,
  token: string,
  customerId: number | null,
): Promise<Checkout> {
  const checkout = await readCheckout(services, token);
  if (!checkout) throw new Failure(codes.notFound, 'There is no such checkout.');
  if (checkout.customerId === null || checkout.customerId === customerId) return checkout;
  if (customerId === null) throw new Failure(codes.notLoggedIn, additionalTexts.pleaseLogin);
  throw new Failure(codes.notAllowed, 'This checkout belongs to another customer.');
}
