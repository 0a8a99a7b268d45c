/** Guards of the account endpoints. */
import * as codes from '#lib/contract/codes.ts';
import { passwordRule } from '#lib/forms/password.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { additionalTexts } from '#lib/messages/default.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type Customer, readCustomer } from './customers-store.ts';
import { knownBrowserCookie } from './known-browser.ts';
import { verifyPassword } from './password-hash.ts';
import { createSessionCookie, loginMarker } from './session-cookie.ts';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns whether a password is one of the most common: zxcvbn's list of 49,000, which includes the 10,000 of R129, in any case.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return (await commonPasswords).has(password.toLowerCase());
}

/** Checks that `shop.hasAccounts` of the theme is on. @throws Failure 10404 if not */
export async function requireAccounts({ services }: Pick<Context, 'services'>): Promise<void> {
  const { hasAccounts } = await readThemeSetting(services.db.read, 'shop');
  if (!hasAccounts) throw new Failure(codes.notFound, 'This shop has no customer accounts.');
}

/** Returns the caller's login. @throws Failure 10110 without one */
export async function requireLogin(context: Context): Promise<CallerCustomer> {
  await requireAccounts(context);
  const { customer } = context.caller;
  if (!customer) throw notLoggedIn();
  return customer;
}

/** Returns the account of the login. @throws Failure 10110 without one */
export async function requireCustomer(context: Context): Promise<Customer> {
  const { id } = await requireLogin(context);
  const customer = await readCustomer(context.services.db.read, id);
  if (!customer) throw notLoggedIn();
  return customer;
}

/**
 * Returns the account of the login after checking the re-entered password.
 * @throws Failure 10110 without a login, 20002 for a wrong password
 */
export async function requirePassword(context: Context, password: string): Promise<Customer> {
  const customer = await requireCustomer(context);
  if (await verifyPassword(password, customer.passwordHash)) return customer;
  throw new Failure(codes.invalidCredentials, accountTexts.wrongPassword);
}

function notLoggedIn(): Failure {
  return new Failure(codes.notLoggedIn, additionalTexts.pleaseLogin);
}

/** Checks a new password. @throws Failure 10001 if it is too weak (R43, R129) */
export async function checkNewPassword(password: string): Promise<void> {
  const problem = passwordRule(additionalTexts)(password);
  if (problem !== '') throw new Failure(codes.badParameter, `password: ${problem}`);
  if (await isCommonPassword(password)) {
    throw new Failure(codes.badParameter, `password: ${accountTexts.pwdCommonMsg}`);
  }
}

/**
 * Passes a login's token to its device: to the shop's pages as a cookie that scripts cannot read, to programs as plain text (R42,
 * R132). Browsers send Origin or Sec-Fetch-Site, programs neither; cross-origin pages are rejected earlier. It also remembers the
 * browser for the account.
 * @param email the account's
 * @returns the `token` of the response
 */
export async function issueLoginToken(
  { caller, services, setCookie }: Context,
  token: string,
  email: string,
): Promise<string> {
  const isPage = caller.header('origin') !== undefined || caller.header('sec-fetch-site') !== undefined;
  if (!isPage) return token;
  setCookie(createSessionCookie(token, services.env.SITE_URL));
  setCookie(await knownBrowserCookie(services, caller, email));
  return loginMarker;
}
