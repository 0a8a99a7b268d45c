/**
 * Which calls are limited, and by whom and what they are counted. What writes rows is counted for every
 * stranger, generously: a company or a mobile network may stand behind one address.
 */
import type { EndpointKey } from '#lib/contract/table.ts';
import type { Caller } from '../core/caller.ts';
import { tidyOrderNo } from '../orders/order-no.ts';
import { couponKey } from '../promotions/coupon-key.ts';
import type { RawInput } from './validate.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export interface CallLimit {
  /** Calls that share a name share the counter. */
  name: string;
  windowMs: number;
  perClient: number;
  /** The guessed-at thing, e.g. the order number; '' when this call does not guess. */
  subject?(input: RawInput, caller: Caller): string;
  perSubject?: number;
  /** Whether a browser that has logged in to the account `subject` before is counted by itself, and not as client or with strangers. */
  countsKnownBrowsers?: true;
  /** The order the call is about: whom it opens to guesses nothing, and is neither counted nor refused. */
  order?(input: RawInput): { orderNo: string; token: string };
  /**
   * What the call tries out, e.g. a coupon code; '' when it tries nothing and is not counted. Only a try that this client
   * has not made in the window counts: a bag is priced again and again with its one code.
   */
  guess?(input: RawInput): string;
}

/** So many calls in a window: of one client, and about one thing that could be guessed at. */
const limit = (
  name: string,
  windowMs: number,
  perClient: number,
  perSubject?: number,
  subject?: CallLimit['subject'],
): CallLimit => ({ name, windowMs, perClient, perSubject, subject });

const field = (part: keyof RawInput, name: string) => (input: RawInput) => {
  const value = (input[part] as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
};

/** As it is looked up: an order number typed with other signs between is the same one. */
const orderNo =
  (part: 'params' | 'query' | 'body', name = 'order_no') =>
  (input: RawInput) =>
    tidyOrderNo(field(part, name)(input));

/** The account of the caller's login: whoever has stolen one may call from many addresses. */
const account = (_input: RawInput, { customer }: Caller) => (customer ? String(customer.id) : '');

/** A mailbox: what follows a plus sign names another folder of the same one. */
const mailbox = (email: string) => email.replace(/\+[^@]*(?=@)/, '');

/** Emails to one recipient that anybody can cause by a form, whichever it is: a flooded mailbox does not care. */
const mailTo = (): CallLimit[] =>
  [
    { name: 'mail-to', windowMs: 60 * minute, perSubject: 10 },
    { name: 'mail-to-day', windowMs: day, perSubject: 30 },
  ].map((each) => ({
    ...each,
    perClient: Infinity,
    subject: (input: RawInput) => mailbox(field('body', 'email')(input)),
  }));

/** The coupon stands in every group of a bag and is read from the first that has it. */
const couponInGroups = (name: string) => (input: RawInput) => {
  const groups = (input.body as Record<string, unknown> | undefined)?.[name];
  const found = (Array.isArray(groups) ? groups : []).find((group) => group?.coupon);
  return typeof found?.coupon === 'string' ? couponKey(found.coupon) : '';
};

/** A coupon that is sent by itself. */
const couponIn = (part: 'query' | 'body', name: string) => (input: RawInput) =>
  couponKey(field(part, name)(input));

/** Different codes, wherever they are tried; many shoppers may share an address, one checkout is one shopper's. */
const coupon = limit('coupon', 10 * minute, 60, 20);
const note = limit('payment-note', 60 * minute, 120, 40);
/** A bag's way to an order, for everybody behind one address: an open checkout is a row, an order holds stock. */
const opening = limit('checkout', 10 * minute, 400);
const placing = limit('order', 10 * minute, 200);
/** Each is an attempt in the books and a call to a provider; who tries out stolen cards does so by the hundred. */
const paying = limit('pay', 10 * minute, 300, 40);
const lookup = limit('lookup', 10 * minute, 120, 60);
const contact = limit('contact', 60 * minute, 60);
const waitCode = limit('back-in-stock-code', 60 * minute, 200);
/** The password once more, for what only the customer in person may do. */
const accountPassword = limit('account-password', 15 * minute, Infinity, 10, account);
const retyping = [limit('retyped-password', 15 * minute, 20), accountPassword];
/** Changes of a customer's own rows, which a page makes one at a time. */
const ownRows = limit('own-rows', 10 * minute, 600, 100, account);
/** Steps of a payment after its start: its provider's page may ask for several. */
const payStep = limit('pay-step', 10 * minute, 1200);
const orderChange = limit('order-change', 10 * minute, 600, 60, orderNo('params', 'id'));
const newsletterChange = limit('newsletter-change', 60 * minute, 120);
/** A look at one order: of what number, and the token of its link if there is one. */
function looking(subject: (input: RawInput) => string, token?: 'query' | 'body'): CallLimit {
  return {
    ...lookup,
    subject,
    order: (input) => {
      const sent = token && (input[token] as { token?: unknown } | undefined)?.token;
      return { orderNo: subject(input), token: typeof sent === 'string' ? sent : '' };
    },
  };
}

export const limits: Partial<Record<EndpointKey, CallLimit | CallLimit[]>> = {
  'POST /api/v2/cart/discount': { ...coupon, guess: couponInGroups('checkouts') },
  'POST /api/v2/buy/to/cart/discount': { ...coupon, guess: couponInGroups('checkouts') },
  'POST /api/v2/checkouts/discount': { ...coupon, guess: couponIn('body', 'coupon') },
  'GET /api/v1/promotion/code/check': { ...coupon, guess: couponIn('query', 'code') },
  'POST /api/v1/checkout': [opening, { ...coupon, guess: couponInGroups('checkouts') }],
  /** Each field that is left is saved. */
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
  /** What a provider answers costs money: a long address typed letter by letter is some dozen questions. */
  'GET /api/v1/google-map': limit('address', 10 * minute, 600),
  'GET /api/v1/google-map/detail': limit('address-detail', 10 * minute, 120),
  'POST /api/v1/cart/add/event': [limit('add-event', 10 * minute, 1200), limit('add-event-day', day, 6000)],
  /** A page tells two services of a few events; what is counted is one shopper's browsing, or a company's. */
  'POST /fb/pixel/event/conversions': [
    limit('conversion', 10 * minute, 2400),
    limit('conversion-day', day, 20_000),
  ],
  'POST /tiktok/pixel/event/conversions': [
    limit('conversion', 10 * minute, 2400),
    limit('conversion-day', day, 20_000),
  ],
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
  /** Each call is an order at PayPal; its coupon cannot be tried more often than that. */
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
  // Without the recipient's limits: a stranger who used them up would close the owner's way out of a locked login.
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
  // Mail providers send one-click requests of many subscribers from few addresses; the code cannot be guessed.
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
  /** Up to two hundred cards a call, for everybody behind one address. */
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
  'PUT /api/v1/storefront/customer': ownRows,
  'PUT /api/v1/storefront/customer/addresses/:id': ownRows,
  'DELETE /api/v1/storefront/customer/addresses/:id': ownRows,
  'DELETE /api/v1/storefront/customer/logins/:id': ownRows,
  'DELETE /api/v1/storefront/customer/wishlist/share': ownRows,
  'GET /api/v1/common/file/upload/token': [limit('upload', 60 * minute, 60), limit('upload-day', day, 300)],
  /** Counted by itself: tokens can be collected first, and what costs is the file. */
  'PUT /api/v1/common/file/upload/:token': [
    limit('upload-file', 60 * minute, 60),
    limit('upload-file-day', day, 300),
  ],
  'PUT /api/v1/comments/:id/like': limit('like', 10 * minute, 60),
  'POST /api/v1/comments/:id': limit('comment', 60 * minute, 20),
};
