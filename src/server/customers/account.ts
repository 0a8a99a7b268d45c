/** What every call of an account begins with. */
import * as codes from '#lib/contract/codes.ts';
import { password as passwordRule } from '#lib/forms/password.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { quietTexts } from '#lib/messages/default.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { readTheme } from '../theme/store.ts';
import { type Customer, readCustomer } from './customers-store.ts';
import { knownBrowserCookie } from './known-browser.ts';
import { isPassword } from './password-hash.ts';
import { loginMarker, sessionCookie } from './session-cookie.ts';

let words: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the most common. The list is zxcvbn's, 49,000 words, the 10,000 of R129 first; capitals make
 * none of them better.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  words ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return (await words).has(password.toLowerCase());
}

/** @throws Failure 10404 where the merchant has no accounts (`shop.hasAccounts` of the theme) */
export async function requireAccounts({ services }: Pick<Context, 'services'>): Promise<void> {
  const { hasAccounts } = await readTheme(services.db.read, 'shop');
  if (!hasAccounts) throw new Failure(codes.notFound, 'This shop has no customer accounts.');
}

/** @throws Failure 10110 without a login */
export async function requireLogin(context: Context): Promise<CallerCustomer> {
  await requireAccounts(context);
  const { customer } = context.caller;
  if (!customer) throw notLoggedIn();
  return customer;
}

/** The account of the login. @throws Failure 10110 without one */
export async function requireCustomer(context: Context): Promise<Customer> {
  const { id } = await requireLogin(context);
  const customer = await readCustomer(context.services.db.read, id);
  if (!customer) throw notLoggedIn();
  return customer;
}

/**
 * The account of the login, whose password was typed again.
 * @throws Failure 10110 without a login, 20002 for another password
 */
export async function requirePassword(context: Context, password: string): Promise<Customer> {
  const customer = await requireCustomer(context);
  if (await isPassword(password, customer.passwordHash)) return customer;
  throw new Failure(codes.wrongLogin, accountTexts.wrongPassword);
}

function notLoggedIn(): Failure {
  return new Failure(codes.notLoggedIn, quietTexts.pleaseLogin);
}

/** @throws Failure 10001 for a password nobody should choose (R43, R129) */
export async function checkNewPassword(password: string): Promise<void> {
  const problem = passwordRule(quietTexts)(password);
  if (problem !== '') throw new Failure(codes.badParameter, `password: ${problem}`);
  if (await isCommonPassword(password)) {
    throw new Failure(codes.badParameter, `password: ${accountTexts.pwdCommonMsg}`);
  }
}

/**
 * Passes a login's token to its device: to the shop's own pages as a cookie that scripts cannot read, to programs as it is
 * (R42, R132). Browsers name the page that calls, programs name none; pages of others were refused before.
 * The browser is known to the account from then on.
 * @param email the account's
 * @returns the `token` of the answer
 */
export async function handOut(
  { caller, services, setCookie }: Context,
  token: string,
  email: string,
): Promise<string> {
  const isPage = caller.header('origin') !== undefined || caller.header('sec-fetch-site') !== undefined;
  if (!isPage) return token;
  setCookie(sessionCookie(token, services.env.SITE_URL));
  setCookie(await knownBrowserCookie(services, caller, email));
  return loginMarker;
}
