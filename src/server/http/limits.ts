/** Which calls are limited, and by whom and what they are counted (design 8). */
import type { EndpointKey } from '#lib/contract/table.ts';
import { tidyOrderNo } from '../orders/order-no.ts';
import type { RawInput } from './validate.ts';

const minute = 60_000;

interface CallLimit {
  /** Calls that share a name share the counter. */
  name: string;
  windowMs: number;
  perClient: number;
  /** The guessed-at thing, e.g. the order number; '' when this call does not guess. */
  subject?(input: RawInput): string;
  perSubject?: number;
  /** False for calls of this row that are not counted. */
  counts?(input: RawInput): boolean;
}

const field = (part: keyof RawInput, name: string) => (input: RawInput) => {
  const value = (input[part] as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
};

/** As it is looked up: an order number typed with other signs between is the same one. */
const orderNo = (part: 'query' | 'body') => (input: RawInput) => tidyOrderNo(field(part, 'order_no')(input));

const coupon = { name: 'coupon', windowMs: 10 * minute, perClient: 100 };
const lookup = { name: 'lookup', windowMs: 10 * minute, perClient: 120, perSubject: 60 };

export const limits: Partial<Record<EndpointKey, CallLimit>> = {
  'POST /api/v2/checkouts/discount': coupon,
  'GET /api/v1/promotion/code/check': coupon,
  'POST /api/update/checkout/:id': {
    ...coupon,
    counts: (input) => field('body', 'coupon')(input) !== '',
  },
  'GET /api/v1/order/lookup': { ...lookup, subject: orderNo('query') },
  'POST /api/v1/order/lookup': { ...lookup, subject: orderNo('body') },
  'POST /api/v1/customer/login': {
    name: 'login',
    windowMs: 15 * minute,
    perClient: 50,
    perSubject: 10,
    subject: field('body', 'email'),
  },
  'POST /api/v1/customer/register': { name: 'register', windowMs: 60 * minute, perClient: 20 },
  'POST /api/v1/customer/resetPasswordEmail': {
    name: 'reset',
    windowMs: 60 * minute,
    perClient: 20,
    perSubject: 5,
    subject: field('body', 'email'),
  },
  'POST /api/v1/customer/resetPassword': { name: 'reset-code', windowMs: 60 * minute, perClient: 20 },
  'POST /api/v1/customer/subscribe': {
    name: 'subscribe',
    windowMs: 60 * minute,
    perClient: 30,
    perSubject: 10,
    subject: field('body', 'email'),
  },
  'POST /api/v1/customer/email': { name: 'contact', windowMs: 60 * minute, perClient: 60 },
  'GET /api/v1/common/file/upload/token': { name: 'upload', windowMs: 60 * minute, perClient: 60 },
  'POST /api/v1/comments/:id': { name: 'comment', windowMs: 60 * minute, perClient: 20 },
};
