/** Handlers of the endpoints with which customers view and change their account (ACCT-07, ORD-18, R45, R132 to R134). */

import { normaliseAddress, validateAddress } from '#lib/checkout/address-rules.ts';
import * as codes from '#lib/contract/codes.ts';
import type { Account, AccountSession } from '#lib/contract/customers.ts';
import type { AddressInput } from '#lib/contract/wire-address.ts';
import { accountTexts } from '#lib/messages/account.ts';
import { apiErrorTexts } from '#lib/messages/api-errors.ts';
import { checkoutTexts } from '#lib/messages/checkout.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import { createTexts } from '#lib/messages/format.ts';
import { nameTexts } from '#lib/messages/names.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { readCountries } from '../checkout/countries.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { createLinkIdGenerator } from '../marketing/back-in-stock-mails.ts';
import { moveBackInStockRequests } from '../marketing/stock-waits-store.ts';
import {
  accountSourceType,
  addSubscriber,
  moveSubscriber,
  readSubscriptionStatus,
  setSubscriptionStatus,
} from '../marketing/subscribers-store.ts';
import { readWireOrder } from '../orders/api.ts';
import {
  assignGuestOrders,
  countOrdersInProgress,
  readCustomerOrders,
} from '../orders/customer-orders-store.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import { requireCustomer, requireLogin, requirePassword } from './account.ts';
import { addAddress, changeAddress, maxAddresses, readAddresses, removeAddress } from './addresses-store.ts';
import { deleteContact } from './contacts-store.ts';
import { queueChangeNotice, queueCodeMail, queueEmailInUseMail } from './customer-mails.ts';
import {
  type Customer,
  changeCustomerEmail,
  emailKey,
  findCustomer,
  readCustomer,
  updateCustomer,
} from './customers-store.ts';
import { toDataSubject } from './data-subject.ts';
import { erasePersonalData } from './erase.ts';
import { exportPersonalData } from './export.ts';
import { expiredKnownBrowserCookie } from './known-browser.ts';
import { checkEmail } from './login-api.ts';
import { linkIdFromCode, redeemCode } from './mailed-code.ts';
import { createSessionCookie } from './session-cookie.ts';
import { endOtherSessions, endSession, readLogins } from './sessions-store.ts';

const ordersPerPage = 10;

export const profileHandlers: Handlers = {
  'GET /api/v1/storefront/customer': async (_, context) => accountOf(context, await requireCustomer(context)),

  'PUT /api/v1/storefront/customer': async ({ body }, context) => {
    const { db } = context.services;
    const customer = await requireCustomer(context);
    const { first_name, last_name, is_subscribed } = body;
    const change = {
      ...(first_name !== undefined && { firstName: first_name.trim() }),
      ...(last_name !== undefined && { lastName: last_name.trim() }),
    };
    await db.transaction(async (trx) => {
      await updateCustomer(trx, customer.id, change, context.now);
      if (is_subscribed === undefined) return;
      if (customer.verifiedAt === null) throw new Failure(codes.notAllowed, accountTexts.newsNeedsProof);
      const isOn = (await readSubscriptionStatus(trx, customer.email)) === 1;
      if (isOn && is_subscribed) throw new Failure(codes.alreadySubscribed, apiErrorTexts.refusal20101);
      if (is_subscribed)
        await addSubscriber(
          trx,
          { email: customer.email, sourceType: accountSourceType, utmTerm: '' },
          context.now,
        );
      else await setSubscriptionStatus(trx, customer.email, 0, context.now);
    });
    return accountOf(context, await requireCustomer(context));
  },

  'GET /api/v1/storefront/customer/orders': async ({ query }, context) => {
    const { id } = await requireLogin(context);
    const { services } = context;
    const page = { limit: ordersPerPage, offset: (query.page_num - 1) * ordersPerPage };
    const { total, orders } = await readCustomerOrders(services.db.read, id, page);
    const list = await Promise.all(orders.map((order) => readWireOrder(services, order)));
    return { total, page_size: ordersPerPage, list };
  },

  'POST /api/v1/storefront/customer/addresses': async ({ body }, context) => {
    const { id } = await requireLogin(context);
    const { services, now } = context;
    const address = await checkedAddress(context, body.address);
    const added = { address, isDefault: body.is_default };
    const isAdded = await services.db.transaction((trx) => addAddress(trx, id, added, now));
    if (!isAdded) {
      throw new Failure(
        codes.badParameter,
        `address: you already have ${maxAddresses} addresses; remove one first`,
      );
    }
    return { addresses: await readAddresses(services.db.read, id) };
  },

  'PUT /api/v1/storefront/customer/addresses/:id': async ({ params, body }, context) => {
    const { id } = await requireLogin(context);
    const { services, now } = context;
    const address = await checkedAddress(context, body.address);
    const changed = { id: params.id, address, isDefault: body.is_default };
    const isChanged = await services.db.transaction((trx) => changeAddress(trx, id, changed, now));
    if (!isChanged) throw noAddress();
    return { addresses: await readAddresses(services.db.read, id) };
  },

  'DELETE /api/v1/storefront/customer/addresses/:id': async ({ params }, context) => {
    const { id } = await requireLogin(context);
    const { services, now } = context;
    if (!(await services.db.transaction((trx) => removeAddress(trx, id, params.id, now)))) throw noAddress();
    return { addresses: await readAddresses(services.db.read, id) };
  },

  'POST /api/v1/storefront/customer/email': async ({ body }, context) => {
    const customer = await requirePassword(context, body.password);
    checkEmail(body.email);
    const { services, now } = context;
    const lang = (await readCallerLanguage(context)) ?? customer.lang;
    if (emailKey(body.email) === emailKey(customer.email))
      throw new Failure(codes.badParameter, 'email: your account already uses this email');
    const shop = await readEmailShopData(services);
    const reader = { id: customer.id, email: body.email, lang };
    await services.db.transaction(async (trx) => {
      // The response is the same for every email address: only its owner is informed, by email, whether it has an account (R133).
      const owner = await findCustomer(trx, body.email);
      if (owner) await queueEmailInUseMail(trx, shop, owner, reader, now);
      else await queueCodeMail(trx, shop, 'email', reader, now);
    });
    return {};
  },

  'POST /api/v1/storefront/customer/verify/mail': async (_, context) => {
    const customer = await requireCustomer(context);
    if (customer.verifiedAt !== null) return {};
    const { services, now } = context;
    const shop = await readEmailShopData(services);
    await services.db.transaction((trx) => queueCodeMail(trx, shop, 'verify', customer, now));
    return {};
  },

  'POST /api/v1/storefront/customer/verify': async ({ body }, context) => {
    const { id } = await requireLogin(context);
    const { services, now } = context;
    const linkId = await linkIdFromCode(services, body.code);
    const [shop, newWaitLink] = await Promise.all([
      readEmailShopData(services),
      createLinkIdGenerator(services),
    ]);
    const prove = (codeId: string) =>
      services.db.transaction(async (trx) => {
        const code = await redeemCode(trx, codeId, ['verify', 'email'], now, id);
        const customer = code && (await readCustomer(trx, id));
        if (!customer) return null;
        if (code.purpose === 'verify') {
          if (emailKey(code.email) !== emailKey(customer.email)) return null;
          await updateCustomer(trx, id, { verifiedAt: now }, now);
        } else {
          if (!(await changeCustomerEmail(trx, id, code.email, now))) return null;
          await moveSubscriber(trx, customer.email, code.email, now);
          await deleteContact(trx, customer.email);
          // Back-in-stock requests of an unverified address may belong to someone else.
          if (customer.verifiedAt !== null)
            await moveBackInStockRequests(trx, customer.email, code.email, newWaitLink);
          // End all other logins, which were opened with the old address.
          await endOtherSessions(trx, id, context.caller.customer!.session);
          await queueChangeNotice(trx, shop, 'email', customer, now);
        }
        await assignGuestOrders(trx, id, code.email);
        return code.email;
      });
    // If a concurrent registration takes the new address, the first attempt fails; the second attempt finds that account.
    const proven = linkId && (await prove(linkId).catch(() => prove(linkId)));
    if (!proven) throw new Failure(codes.badLink, apiErrorTexts.refusal20003);
    return { email: proven };
  },

  'GET /api/v1/storefront/customer/logins': async (_, context) =>
    loginsOf(context, await requireLogin(context)),

  'DELETE /api/v1/storefront/customer/logins/:id': async ({ params }, context) => {
    const customer = await requireLogin(context);
    const { db, env } = context.services;
    const logins = await readLogins(db.read, customer.id, context.now);
    const ended = logins.find(({ session }) => loginId(session) === params.id);
    if (!ended) throw new Failure(codes.notFound, 'There is no such login in your account.');
    await endSession(db.write, ended.session);
    if (ended.session === customer.session) context.setCookie(createSessionCookie('', env.SITE_URL));
    return loginsOf(context, customer);
  },

  'GET /api/v1/storefront/customer/export': async (_, context) =>
    exportPersonalData(context.services, toDataSubject(await requireCustomer(context))),

  'POST /api/v1/storefront/customer/erase': async ({ body }, context) => {
    const customer = await requirePassword(context, body.password);
    await erasePersonalData(context.services, toDataSubject(customer), context.now);
    context.setCookie(createSessionCookie('', context.services.env.SITE_URL));
    context.setCookie(expiredKnownBrowserCookie(context.services));
    return {};
  },
};

async function accountOf({ services }: Context, customer: Customer): Promise<Account> {
  const { read } = services.db;
  const isVerified = customer.verifiedAt !== null;
  const [addresses, underWay, subscribed] = await Promise.all([
    readAddresses(read, customer.id),
    countOrdersInProgress(read, customer.id),
    isVerified ? readSubscriptionStatus(read, customer.email) : null,
  ]);
  return {
    email: customer.email,
    is_verified: isVerified,
    first_name: customer.firstName,
    last_name: customer.lastName,
    is_subscribed: isVerified ? subscribed === 1 : null,
    created_at: customer.createdAt,
    addresses,
    orders_under_way: underWay,
  };
}

async function loginsOf(
  { services, now }: Context,
  { id, session: currentSession }: CallerCustomer,
): Promise<{ logins: AccountSession[] }> {
  const logins = await readLogins(services.db.read, id, now);
  return {
    logins: logins.map(({ session, device, createdAt, usedAt }) => ({
      ...{ id: loginId(session), device, created_at: createdAt, used_at: usedAt },
      is_current: session === currentSession,
    })),
  };
}

/**
 * Returns a public id for a login: enough characters of the token hash to distinguish logins, too few to reconstruct the hash.
 */
function loginId(session: TokenHash): string {
  return session.slice(0, 16);
}

/** Normalises and validates an address. @throws Failure 10001 that names the first invalid field */
async function checkedAddress({ services }: Context, sent: AddressInput): Promise<Address> {
  const countries = await readCountries(services.db.read);
  const address = normaliseAddress({ ...emptyAddress, ...sent }, countries);
  const texts = createTexts({ ...defaultTexts, ...additionalTexts, ...checkoutTexts, ...nameTexts });
  const [problem] = Object.entries(validateAddress(address, countries, texts));
  if (problem) throw new Failure(codes.badParameter, `address.${problem[0]}: ${problem[1]}`);
  return address;
}

function noAddress(): Failure {
  return new Failure(codes.notFound, 'There is no such address in your address book.');
}
