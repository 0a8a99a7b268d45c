/** Checks the login that a checkout may require (R25). */
import * as codes from '#lib/contract/codes.ts';
import { additionalTexts } from '#lib/messages/default.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { isCheckoutLoginRequired } from './settings.ts';

/**
 * Checks the caller's login before a checkout.
 * @throws Failure 10110 for an anonymous caller if the setting `checkoutLogin` requires a login
 */
export async function checkLogin({ services, caller }: Context): Promise<void> {
  if (identify(caller).customerId === null && (await isCheckoutLoginRequired(services.db.read))) {
    throw new Failure(codes.notLoggedIn, additionalTexts.pleaseLogin);
  }
}
