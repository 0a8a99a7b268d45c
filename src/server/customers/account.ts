/** Guards for the account endpoints: checks of the login and of passwords, and whether accounts are enabled. */
import * as codes from '#lib/contract/codes.ts';
import { passwordRule } from '#lib/forms/password.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { additionalTexts } from '#lib/messages/default.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { verifyPassword } from '../core/password-hash.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type Customer, readCustomer } from './customers-store.ts';
import { knownBrowserCookie } from './known-browser.ts';
import { createSessionCookie, loginMarker } from './session-cookie.ts';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns whether a password is one of the most common, ignoring case. Uses zxcvbn's list of 49,000 passwords, which includes the
 * 10,000 of R129.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return (await commonPasswords).has(password.toLowerCase());
}

/** Checks that customer accounts are enabled (`shop.hasAccounts` in the theme settings). @throws Failure 10404 if not */
export async function requireAccounts({ services }: Pick<Context, 'services'>): Promise<void> {
  const { hasAccounts } = await readThemeSetting(services.db.read, 'shop');
  if (!hasAccounts) throw new Failure(codes.notFound, 'This shop has no customer accounts.');
}

/** Returns the id and email address of the logged-in customer. @throws Failure 10110 if the caller is not logged in */
export async function requireLogin(context: Context): Promise<CallerCustomer> {
  await requireAccounts(context);
  const { customer } = context.caller;
  if (!customer) throw notLoggedIn();
  return customer;
}

/** Returns the account of the logged-in customer. @throws Failure 10110 if the caller is not logged in */
export async function requireCustomer(context: Context): Promise<Customer> {
  const { id } = await requireLogin(context);
  const customer = await readCustomer(context.services.db.read, id);
  if (!customer) throw notLoggedIn();
  return customer;
}

/**
 * Checks a re-entered password and returns the account of the logged-in customer.
 * @throws Failure 10110 if the caller is not logged in, 20002 for a wrong password
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
 * Sends a login token to the client (R42, R132). Browsers, which send Origin or Sec-Fetch-Site, get it in a cookie that scripts
 * cannot read, and also get the cookie by which the account recognises this browser. Other clients get it in the response.
 * Cross-origin pages were rejected earlier.
 * @param email email address of the account
 * @returns the value of `token` in the response
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
