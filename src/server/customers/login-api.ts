/** Handlers of the documented account endpoints: API-078 to API-083 (R42, R43, R78, R132). */
import * as codes from '#lib/contract/codes.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { apiErrorTexts } from '#lib/messages/api-errors.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { deviceName } from '../core/device-name.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { hashPassword, verifyPassword } from '../core/password-hash.ts';
import type { Transaction } from '../db/database.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { writeNewsletterWelcome } from '../marketing/newsletter-welcome.ts';
import { accountSourceType, addSubscriber } from '../marketing/subscribers-store.ts';
import { assignGuestOrders, convertToGuestOrders } from '../orders/customer-orders-store.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import { checkNewPassword, issueLoginToken, requireAccounts, requirePassword } from './account.ts';
import { deleteAddresses } from './addresses-store.ts';
import { queueChangeNotice, queueCodeMail, requestResetMail } from './customer-mails.ts';
import {
  type Customer,
  emailKey,
  findCustomer,
  insertCustomer,
  readCustomer,
  replacePassword,
  updateCustomer,
} from './customers-store.ts';
import { deleteCustomerCodes, linkIdFromCode, redeemCode } from './mailed-code.ts';
import { createSessionCookie } from './session-cookie.ts';
import { endOtherSessions, endSession, endSessions, openSession, renewSession } from './sessions-store.ts';
import { deleteWishlist } from './wishlist-store.ts';

export const loginHandlers: Handlers = {
  'POST /api/v1/customer/register': async ({ body }, context) => {
    await requireAccounts(context);
    checkEmail(body.email);
    await checkNewPassword(body.password);
    const { services, now } = context;
    const { db } = services;
    if (await findCustomer(db.read, body.email)) throw emailTakenFailure();
    const [shop, lang, passwordHash] = await Promise.all([
      readEmailShopData(services),
      readCallerLanguage(context),
      hashPassword(body.password),
    ]);
    const email = body.email;
    const token = await db.transaction(async (trx) => {
      const reader = { email, lang: lang ?? '' };
      const names = { firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      const id = await insertCustomer(trx, { ...reader, ...names, passwordHash }, now);
      if (id === null) return null;
      await queueCodeMail(trx, shop, 'verify', { id, ...reader }, now);
      if (
        body.subscribe &&
        (await addSubscriber(trx, { email, sourceType: accountSourceType, utmTerm: '' }, now))
      )
        await writeNewsletterWelcome(trx, shop, reader, now);
      await leaveOldLogin(context, trx);
      return openSession(trx, id, deviceOf(context), now);
    });
    if (token === null) throw emailTakenFailure();
    return { token: await issueLoginToken(context, token, email), email };
  },

  'POST /api/v1/customer/login': async ({ body }, context) => {
    await requireAccounts(context);
    const { services, now } = context;
    const customer = await findCustomer(services.db.read, body.email);
    const isRight = await verifyPassword(body.password, customer?.passwordHash ?? null);
    if (!customer || !isRight) throw wrong();
    const token = await services.db.transaction(async (trx) => {
      // If the password was changed after it was read, no session is opened.
      if (!(await replacePassword(trx, customer, customer.passwordHash, now))) return null;
      if (customer.verifiedAt !== null) await assignGuestOrders(trx, customer.id, customer.email);
      await leaveOldLogin(context, trx);
      return openSession(trx, customer.id, deviceOf(context), now);
    });
    if (token === null) throw wrong();
    return { token: await issueLoginToken(context, token, customer.email), email: customer.email };
  },

  'POST /api/v1/customer/resetPasswordEmail': async ({ body }, context) => {
    await requireAccounts(context);
    const { email } = body;
    if (emailRequired(defaultTexts)(email) !== '') return {};
    const lang = (await readCallerLanguage(context)) ?? '';
    await requestResetMail(context.services, { email, lang }, context.now);
    return {};
  },

  'POST /api/v1/customer/resetPassword': async ({ body }, context) => {
    await requireAccounts(context);
    if (body.code !== undefined) await resetByCode(context, body.code, body.password);
    else if (body.old_password !== undefined) await changePassword(context, body.old_password, body.password);
    else throw new Failure(codes.badParameter, 'code or old_password: one of them is required');
    return {};
  },

  'GET /api/v1/customer/verify': async (_, context) => {
    const { caller, services, now } = context;
    if (!caller.customer) return { login: false, email: '' };
    // Only browsers have the token in a cookie. Renew the cookie too, so that it expires together with the login.
    const isRenewed = await renewSession(services.db.write, caller.customer.session, now);
    const token = caller.sessionCookie;
    if (isRenewed && token) context.setCookie(createSessionCookie(token, services.env.SITE_URL));
    return { login: true, email: caller.customer.email };
  },

  'POST /api/v1/customer/logout': async ({ body }, { caller, services, setCookie }) => {
    const { db, env } = services;
    if (caller.customer && body.everywhere) await endSessions(db.write, caller.customer.id);
    else if (caller.customer) await endSession(db.write, caller.customer.session);
    setCookie(createSessionCookie('', env.SITE_URL));
    return {};
  },
};

/** Checks an email address. @throws Failure 10001 if it is invalid (VAL-01, VAL-02) */
export function checkEmail(email: string): void {
  const problem = emailRequired(defaultTexts)(email);
  if (problem !== '') throw new Failure(codes.badParameter, `email: ${problem}`);
}

function emailTakenFailure(): Failure {
  return new Failure(codes.emailTaken, apiErrorTexts.refusal20001);
}

/** Returns the same error for an unknown email address and for a wrong password. */
function wrong(): Failure {
  return new Failure(codes.invalidCredentials, apiErrorTexts.refusal20002);
}

function badCode(): Failure {
  return new Failure(codes.badLink, apiErrorTexts.refusal20003);
}

function deviceOf({ caller }: Context): string {
  return deviceName(caller.header('user-agent'));
}

/** Ends the browser's previous login, which the new one replaces. */
async function leaveOldLogin({ caller }: Context, trx: Transaction): Promise<void> {
  if (caller.customer) await endSession(trx, caller.customer.session);
}

async function resetByCode(context: Context, code: string, password: string): Promise<void> {
  const { services, now } = context;
  const linkId = await linkIdFromCode(services, code);
  if (linkId === null) throw badCode();
  await checkNewPassword(password);
  const passwordHash = await hashPassword(password);
  const shop = await readEmailShopData(services);
  const isReset = await services.db.transaction(async (trx) => {
    const used = await redeemCode(trx, linkId, ['reset'], now);
    const customer = used && (await readCustomer(trx, used.customerId));
    if (!customer || emailKey(customer.email) !== emailKey(used.email)) return false;
    // A reset code verifies the email address. Remove the data of an account that was unverified until now, because someone else
    // may have opened it.
    if (customer.verifiedAt === null) await removeUnverifiedData(trx, customer.id, now);
    await updateCustomer(trx, customer.id, { passwordHash, verifiedAt: customer.verifiedAt ?? now }, now);
    await assignGuestOrders(trx, customer.id, customer.email);
    await afterPassword(trx, customer);
    await endSessions(trx, customer.id);
    await queueChangeNotice(trx, shop, 'password', customer, now);
    return true;
  });
  if (!isReset) throw badCode();
}

/**
 * Removes all data that was stored in an account before its email address was verified; the account's orders become guest orders
 * again.
 */
async function removeUnverifiedData(trx: Transaction, id: number, now: number): Promise<void> {
  await deleteAddresses(trx, id);
  await deleteWishlist(trx, id);
  await updateCustomer(trx, id, { firstName: '', lastName: '' }, now);
  await convertToGuestOrders(trx, id);
}

async function changePassword(context: Context, old: string, password: string): Promise<void> {
  const { caller, services, now } = context;
  const customer = await requirePassword(context, old);
  await checkNewPassword(password);
  const passwordHash = await hashPassword(password);
  const shop = await readEmailShopData(services);
  const token = await services.db.transaction(async (trx) => {
    if (!(await replacePassword(trx, customer, passwordHash, now))) return null;
    await afterPassword(trx, customer);
    await endOtherSessions(trx, customer.id, caller.customer!.session);
    await queueChangeNotice(trx, shop, 'password', customer, now);
    // A client without cookies keeps its token, because the response contains no token; a browser gets a new cookie.
    if (caller.sessionCookie === null) return '';
    await endSession(trx, caller.customer!.session);
    return openSession(trx, customer.id, deviceOf(context), now);
  });
  if (token === null) throw new Failure(codes.invalidCredentials, accountTexts.wrongPassword);
  if (token !== '') await issueLoginToken(context, token, customer.email);
}

async function afterPassword(trx: Transaction, { id }: Customer): Promise<void> {
  await deleteCustomerCodes(trx, id);
}
