/** Emails about the parcels and refunds of an order. Each is queued once, in the language of the order. */
import { formatMoney } from '#lib/money/format.ts';
import { formatLineText } from '#lib/orders/line-text.ts';
import type { ReturnedLine } from '#lib/orders/returns.ts';
import { isPaid } from '#lib/orders/status.ts';
import type { Transaction } from '../db/database.ts';
import type { EmailPart } from '../mail/email-content.ts';
import { type EmailShopData, type MailLanguage, resolveMailLanguage } from '../mail/email-shop-data.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import { orderTokenPlaceholder, parcelKey } from './mailed-link.ts';
import type { Order, OrderLine, Parcel } from './order.ts';
import type { Refund } from './refunds-store.ts';

interface OrderMail {
  /** Third part of the email's deduplication key, after the email type and the order number. */
  what: string;
  kind: 'order-shipped' | 'order-refunded' | 'order-return';
  title: string;
  text: string;
  parts: EmailPart[];
}

/** Queues the email about a shipped parcel. @param trackingUrl URL of the parcel's tracking page, '' if none */
export async function queueShippedMail(
  trx: Transaction,
  shop: EmailShopData,
  order: Order,
  /** `index` is the position among the order's parcels, from 0. */
  { parcel, index }: { parcel: Parcel; index: number },
  lines: readonly OrderLine[],
  trackingUrl: string,
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, order.lang);
  const { texts } = language;
  const carrier = [parcel.trackingCompany, parcel.trackingNum].filter(Boolean).join(' ');
  await queueOrderMail(trx, shop, language, order, now, {
    what: parcelKey(parcel.trackingNum, index),
    kind: 'order-shipped',
    title: texts.mailShippedTitle,
    text: texts.mailShippedText,
    parts: [
      ...(carrier === '' ? [] : [{ kind: 'text' as const, text: texts.text('mailShippedBy', { carrier }) }]),
      ...(trackingUrl === '' ? [] : [{ kind: 'button' as const, label: texts.track, href: trackingUrl }]),
      ...parcel.orderInfo.map(({ quantity, title, position }) => {
        const line = lines.find((candidate) => candidate.position === position);
        return { kind: 'text' as const, text: formatLineText(quantity, title, line?.variantOption ?? '') };
      }),
    ],
  });
}

export async function queueRefundedMail(
  trx: Transaction,
  shop: EmailShopData,
  order: Order,
  refund: Refund,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, order.lang);
  const { texts } = language;
  const amount = formatMoney(refund.amount, refund.currency, shop.format);
  await queueOrderMail(trx, shop, language, order, now, {
    what: refund.requestId,
    kind: 'order-refunded',
    title: texts.text('mailRefundedTitle', { amount }),
    text: texts.mailRefundedText,
    parts: buildItemParts(refund.lines, lines),
  });
}

/** Returns one text part per returned line, with its quantity and title. Lines missing from `lines` are omitted. */
export function buildItemParts(
  returnedLines: readonly ReturnedLine[],
  lines: readonly OrderLine[],
): EmailPart[] {
  return returnedLines.flatMap(({ position, quantity }) => {
    const line = lines.find((candidate) => candidate.position === position);
    return line ? [{ kind: 'text', text: formatLineText(quantity, line.title, line.variantOption) }] : [];
  });
}

/**
 * Reasons for refunding the payment of an unpaid order: the stock or coupon is no longer available, the amount or currency
 * differs, or the order was cancelled.
 */
export const autoRefundReasons = ['late', 'mismatch', 'cancelled'] as const;
export type AutoRefundReason = (typeof autoRefundReasons)[number];

/**
 * Queues the email about an automatically refunded payment.
 * @param refunded the amount in minor units of `currency`; `captureRef` ensures one email per payment
 */
export async function queueAutoRefundMail(
  trx: Transaction,
  shop: EmailShopData,
  order: Order,
  refunded: { captureRef: string; amount: number; currency: string; cause: AutoRefundReason },
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, order.lang);
  const { texts } = language;
  const { currency } = refunded;
  // The currency may differ from the order's: a payment in the wrong currency is one of the reasons for a refund.
  const format =
    currency === order.currency ? shop.format : { ...shop.format, format: `{{amount}} ${currency}` };
  const amount = formatMoney(refunded.amount, currency, format);
  const total = formatMoney(order.amounts.total, order.currency, shop.format);
  const causes: Record<AutoRefundReason, string> = {
    late: texts.mailPaidLateText,
    mismatch: texts.text('mailPaidMismatchText', { total }),
    cancelled: texts.mailPaidCancelledText,
  };
  await queueOrderMail(trx, shop, language, order, now, {
    what: refunded.captureRef,
    kind: 'order-refunded',
    title: texts.text('mailRefundedTitle', { amount }),
    text: isPaid(order.statusKey) ? texts.mailPaidTwiceText : causes[refunded.cause],
    parts: [],
  });
}

export async function queueOrderMail(
  trx: Transaction,
  shop: EmailShopData,
  language: MailLanguage,
  order: Order,
  now: number,
  { what, kind, title, text, parts }: OrderMail,
): Promise<void> {
  // The email address is empty if the buyer's data was erased in the meantime.
  if (order.email === '') return;
  const { texts, home } = language;
  const query = new URLSearchParams({ order_no: order.orderNo, token: '' });
  const follow: EmailPart = {
    kind: 'button',
    label: texts.mailOrderFollow,
    href: `${home}/fulfillment?${query}${orderTokenPlaceholder}`,
  };
  const question = { label: shop.email, href: `mailto:${shop.email}` };
  const written = renderEmail(shop, language, {
    ...{ subject: `${shop.name}: ${title}`, preview: text, title },
    about: texts.text('orderNamed', { number: order.orderNo }),
    parts: [{ kind: 'text', text }, ...parts, follow],
    notes: shop.email === '' ? [] : [{ text: texts.mailQuestions, link: question }],
  });
  await queueMail(
    trx,
    { dedupeKey: `${kind}:${order.orderNo}:${what}`, kind, to: order.email, ...written },
    now,
  );
}
