/**
 * Rate limits of the API endpoints, counted per client, account, recipient or guessable value such as an order number. Endpoints that write
 * database rows are limited for every untrusted client. Those limits are high, because a company or a mobile network may share one IP
 * address.
 */
import type { EndpointKey } from '#lib/contract/table.ts';
import type { Caller } from '../core/caller.ts';
import { toMailbox } from '../core/mailbox.ts';
import { normaliseOrderNo } from '../orders/order-no.ts';
import { couponKey } from '../promotions/coupon-key.ts';
import type { RawInput } from './validate.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface RateLimit {
  /** Limits with the same name share a counter. */
  name: string;
  windowMs: number;
  perClient: number;
  /** Returns the value that an attacker could guess, such as an order number; '' if the request contains none. */
  subject?(input: RawInput, caller: Caller): string;
  perSubject?: number;
  /**
   * If true, a browser that has logged in to the account before has its own counter and does not count against the limits of the IP address
   * and the account.
   */
  countsKnownBrowsers?: true;
  /**
   * Returns the order number and the link token of the request. A caller who may open the order is not guessing and is neither counted nor
   * rejected.
   */
  order?(input: RawInput): { orderNo: string; token: string };
  /**
   * Returns the guessed value, such as a coupon code; '' if there is none, so that the request is not counted. A repeated guess by the same
   * client counts once per window, because a bag with one code is priced many times.
   */
  guess?(input: RawInput): string;
}

/** Defines a rate limit per time window: `perClient` requests of one client, and `perSubject` requests about one guessable subject. */
const limit = (
  name: string,
  windowMs: number,
  perClient: number,
  perSubject?: number,
  subject?: RateLimit['subject'],
): RateLimit => ({ name, windowMs, perClient, perSubject, subject });

const field = (part: keyof RawInput, name: string) => (input: RawInput) => {
  const value = (input[part] as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
};

/** Reads an order number from the request and normalises it like the order lookup: spaces and hyphens are ignored. */
const orderNo =
  (part: 'params' | 'query' | 'body', name = 'order_no') =>
  (input: RawInput) =>
    normaliseOrderNo(field(part, name)(input));

/** Returns the caller's customer id as the counted subject, because a stolen login can be used from many IP addresses. */
const account = (_input: RawInput, { customer }: Caller) => (customer ? String(customer.id) : '');

/** Limits how many emails anonymous visitors can trigger to one recipient, across all forms. */
const mailTo = (): RateLimit[] =>
  [
    { name: 'mail-to', windowMs: 60 * minute, perSubject: 10 },
    { name: 'mail-to-day', windowMs: day, perSubject: 30 },
  ].map((each) => ({
    ...each,
    perClient: Infinity,
    subject: (input: RawInput) => toMailbox(field('body', 'email')(input)),
  }));

/** Reads the coupon code from the first bag group that has one; all groups contain the same code. */
const couponInGroups = (name: string) => (input: RawInput) => {
  const groups = (input.body as Record<string, unknown> | undefined)?.[name];
  const found = (Array.isArray(groups) ? groups : []).find((group) => group?.coupon);
  return typeof found?.coupon === 'string' ? couponKey(found.coupon) : '';
};

/** Reads the coupon code from one field of the query or the body. */
const couponIn = (part: 'query' | 'body', name: string) => (input: RawInput) =>
  couponKey(field(part, name)(input));

/**
 * Limits the number of different coupon codes across all endpoints: 60 per IP address, because shoppers may share one; 20 per checkout,
 * because a checkout belongs to one shopper.
 */
const coupon = limit('coupon', 10 * minute, 60, 20);
const note = limit('payment-note', 60 * minute, 120, 40);
/**
 * Limits new checkouts and orders per IP address, which many shoppers may share. A checkout adds a database row; an order reserves stock.
 */
const opening = limit('checkout', 10 * minute, 400);
const placing = limit('order', 10 * minute, 200);
/** Limits payment attempts. Each one is stored and calls a payment provider, and fraudsters test stolen cards by the hundred. */
const paying = limit('pay', 10 * minute, 300, 40);
const lookup = limit('lookup', 10 * minute, 120, 60);
const contact = limit('contact', 60 * minute, 60);
const waitCode = limit('back-in-stock-code', 60 * minute, 200);
/** Limits password re-entry attempts, for actions that require re-authentication. */
const accountPassword = limit('account-password', 15 * minute, Infinity, 10, account);
const retyping = [limit('retyped-password', 15 * minute, 20), accountPassword];
/** Limits guesses of a password or code in a stolen login of staff. */
const staffFactor = limit('staff-factor', 15 * minute, 50, 10, (_input, { staff }) =>
  staff ? String(staff.id) : '',
);
/** Limits changes to a customer's own data; a page sends one change at a time. */
const accountChange = limit('own-rows', 10 * minute, 600, 100, account);
/** Limits the follow-up requests of a started payment; the provider's page may need several. */
const payStep = limit('pay-step', 10 * minute, 1200);
const orderChange = limit('order-change', 10 * minute, 600, 60, orderNo('params', 'id'));
const newsletterChange = limit('newsletter-change', 60 * minute, 120);
/** Limits conversion events. A page sends a few events to two services; the client limits allow for a company behind one IP address. */
const conversion = [
  limit('conversion', 10 * minute, 2400, 600, field('body', 'session_id')),
  limit('conversion-day', day, 20_000),
];
/** Limits reads of one order. @param token part of the request that may contain the token of the order link */
function looking(subject: (input: RawInput) => string, token?: 'query' | 'body'): RateLimit {
  return {
    ...lookup,
    subject,
    order: (input) => {
      const sent = token && (input[token] as { token?: unknown } | undefined)?.token;
      return { orderNo: subject(input), token: typeof sent === 'string' ? sent : '' };
    },
  };
}

export const rateLimits: Partial<Record<EndpointKey, RateLimit | RateLimit[]>> = {
  'POST /api/v2/cart/discount': { ...coupon, guess: couponInGroups('checkouts') },
  'POST /api/v2/buy/to/cart/discount': { ...coupon, guess: couponInGroups('checkouts') },
  'POST /api/v2/checkouts/discount': { ...coupon, guess: couponIn('body', 'coupon') },
  'GET /api/v1/promotion/code/check': { ...coupon, guess: couponIn('query', 'code') },
  'POST /api/v1/checkout': [opening, { ...coupon, guess: couponInGroups('checkouts') }],
  /** The limit is high, because the checkout form saves each field on blur. */
  'POST /api/update/checkout/:id': [
    limit('checkout-change', 10 * minute, 6000, 600, field('params', 'id')),
    { ...coupon, guess: couponIn('body', 'coupon'), subject: field('params', 'id') },
  ],
  'POST /:shop_id/checkouts/:token': [
    placing,
    { ...coupon, guess: couponIn('body', 'coupon'), subject: field('params', 'token') },
  ],
  'POST /api/v2/order': placing,
  'POST /api/v1/pre_order': placing,
  'POST /api/v1/payments/': { ...paying, subject: orderNo('body') },
  'POST /api/v2/payments/': { ...paying, subject: orderNo('body') },
  'POST /api/v3/payments/': { ...paying, subject: orderNo('body') },
  /** Each request to the address provider costs money; typing one long address sends about a dozen requests. */
  'GET /api/v1/google-map': limit('address', 10 * minute, 600),
  'GET /api/v1/google-map/detail': limit('address-detail', 10 * minute, 120),
  'POST /api/v1/cart/add/event': [limit('add-event', 10 * minute, 1200), limit('add-event-day', day, 6000)],
  'POST /fb/pixel/event/conversions': conversion,
  'POST /tiktok/pixel/event/conversions': conversion,
  'POST /api/v1/popups/getEvent': [
    limit('popup-event', 10 * minute, 600),
    limit('popup-event-day', day, 6000),
  ],
  'POST /api/v1/order/extend/:id': orderChange,
  'POST /api/v1/order/payment': { ...payStep, perSubject: 60, subject: orderNo('body') },
  'GET /api/v1/payments/zero/:id': payStep,
  'GET /api/v1/payments/simulatedPay/:id': payStep,
  'GET /api/v1/payments/paypal/capture': payStep,
  'GET /api/v1/airwallex/continue/return': payStep,
  'POST /api/v1/checkout/payment/capture': payStep,
  'POST /api/v1/payments/paypal/quick/capture': payStep,
  'POST /api/v1/payments/getpay/orderStatus': payStep,
  'POST /api/v1/payments/continue': payStep,
  'POST /api/v1/payments/ocean/jwt': payStep,
  'POST /api/v1/payments/ocean/lookup': payStep,
  'POST /api/v1/shop/link': payStep,
  'POST /api/presale/order/create': limit('presale', 10 * minute, 60),
  /** Each request creates a PayPal order. The limit also prevents coupon guessing. */
  'POST /api/v1/paypal/convenient/order': limit(
    'express',
    10 * minute,
    60,
    20,
    field('body', 'checkout_token'),
  ),
  'POST /api/v1/paypal/log/save': { ...note, subject: field('body', 'paypal_order_id') },
  'POST /api/v1/paypal/email/monitor': { ...note, subject: orderNo('body') },
  'POST /payments/linwei/pushError': { ...note, subject: orderNo('body') },
  'GET /api/v1/order/lookup': looking(orderNo('query')),
  'POST /api/v1/order/lookup': looking(orderNo('body')),
  'GET /api/v1/order/:id': looking(orderNo('params', 'id'), 'query'),
  'GET /api/v1/order/tips/:id': looking(orderNo('params', 'id')),
  'GET /api/v1/pay/status/:id': looking(orderNo('params', 'id'), 'query'),
  'GET /api/v1/payments/del/pay/status/cache/:id': looking(orderNo('params', 'id'), 'query'),
  'POST /api/v1/payments/query/result': looking(orderNo('body'), 'body'),
  'POST /api/v1/storefront/order/returns': [
    looking(orderNo('body'), 'body'),
    limit('return', 60 * minute, 60, 20, orderNo('body')),
  ],
  'POST /api/v1/storefront/order/account': limit('order-account', 60 * minute, 20, 5, orderNo('body')),
  'POST /api/v1/customer/login': {
    ...limit('login', 15 * minute, 50, 10, field('body', 'email')),
    countsKnownBrowsers: true,
  },
  'POST /api/v1/customer/register': [limit('register', 60 * minute, 20), ...mailTo()],
  // No `mailTo` limit: an attacker could exhaust it, and a customer whose login is locked would receive no reset email.
  'POST /api/v1/customer/resetPasswordEmail': limit('reset', 60 * minute, 20, 5, field('body', 'email')),
  'POST /api/v1/customer/resetPassword': [
    limit('reset-code', 60 * minute, 20),
    {
      ...accountPassword,
      subject: (input, caller) => (field('body', 'old_password')(input) === '' ? '' : account(input, caller)),
    },
  ],
  'POST /api/v1/customer/subscribe': [
    limit('subscribe', 60 * minute, 30, 10, field('body', 'email')),
    ...mailTo(),
  ],
  'PUT /api/v1/customer/subscribe/status': newsletterChange,
  // No limit per client: mailbox providers send the one-click unsubscribe requests of many subscribers from few IP addresses, and the code
  // cannot be guessed.
  'POST /api/v1/customer/unsubscribe': limit(
    'unsubscribe',
    60 * minute,
    Infinity,
    20,
    field('query', 'aesCode'),
  ),
  'POST /api/v1/storefront/back-in-stock': [
    limit('back-in-stock', 60 * minute, 30, 10, field('body', 'email')),
    ...mailTo(),
  ],
  'GET /api/v1/storefront/back-in-stock': waitCode,
  'POST /api/v1/storefront/back-in-stock/confirm': waitCode,
  'POST /api/v1/storefront/back-in-stock/forget': waitCode,
  'POST /api/v1/storefront/customer/wishlist': limit('wishlist', 10 * minute, 600),
  'POST /api/v1/storefront/customer/wishlist/share': limit('wishlist-link', 60 * minute, 60),
  /** Each request returns up to 200 product cards, and shoppers may share an IP address. */
  'POST /api/v1/storefront/wishlist/cards': limit('wishlist-cards', 10 * minute, 600),
  'GET /api/v1/storefront/wishlist': limit('shared-wishlist', 10 * minute, 300),
  'POST /api/v1/customer/email': contact,
  'DELETE /api/v1/storefront/customer/contact': contact,
  'POST /api/v1/storefront/customer/email': [
    ...retyping,
    limit('change-email', 60 * minute, 10, 10, account),
    ...mailTo(),
  ],
  'POST /api/v1/storefront/customer/erase': retyping,
  'POST /api/v1/storefront/customer/verify/mail': limit('verify-mail', 60 * minute, 10, 5, account),
  'POST /api/v1/storefront/customer/verify': limit('verify-code', 60 * minute, 30),
  'GET /api/v1/storefront/customer/export': limit('export', 60 * minute, 20),
  'POST /api/v1/storefront/customer/addresses': limit('address-book', 60 * minute, 100, 50, account),
  'PUT /api/v1/storefront/customer': accountChange,
  'PUT /api/v1/storefront/customer/addresses/:id': accountChange,
  'DELETE /api/v1/storefront/customer/addresses/:id': accountChange,
  'DELETE /api/v1/storefront/customer/logins/:id': accountChange,
  'DELETE /api/v1/storefront/customer/wishlist/share': accountChange,
  'POST /api/v1/admin/setup': limit('staff-setup', 15 * minute, 20),
  'POST /api/v1/admin/login': limit('staff-login', 15 * minute, 50, 10, field('body', 'email')),
  'POST /api/v1/admin/confirmations': staffFactor,
  'POST /api/v1/admin/me/totp/confirm': staffFactor,
  'GET /api/v1/common/file/upload/token': [limit('upload', 60 * minute, 60), limit('upload-day', day, 300)],
  /** Counted separately from upload tokens: a client could collect tokens first, and storing the file is the expensive part. */
  'PUT /api/v1/common/file/upload/:token': [
    limit('upload-file', 60 * minute, 60),
    limit('upload-file-day', day, 300),
  ],
  'PUT /api/v1/comments/:id/like': limit('like', 10 * minute, 60),
  'POST /api/v1/comments/:id': limit('comment', 60 * minute, 20),
};
