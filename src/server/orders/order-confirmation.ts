/** The email that confirms a paid order: lines, totals, address and a tracking link. */
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import type { AllTexts } from '#lib/messages/all.ts';
import type { DiscountedAmount } from '#lib/money/discounted-amount.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { Address } from '#lib/orders/address.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { calculateOrderTotals, formatTotalsRow, type OrderTotals } from '#lib/orders/order-totals.ts';
import { localizeProp } from '#lib/orders/pre-order-prop.ts';
import type { Transaction } from '../db/database.ts';
import type { EmailItem, EmailPart, EmailTotalsRow } from '../mail/email-content.ts';
import {
  type EmailShopData,
  type MailLanguage,
  readEmailShopData,
  resolveMailLanguage,
} from '../mail/email-shop-data.ts';
import type { MailTextRenderers } from '../mail/mail-texts.ts';
import type { MailText } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import { readOrderLines } from './lines-store.ts';
import { getMailOrderNo, orderTokenPlaceholder } from './mailed-link.ts';
import type { Order, OrderLine } from './order.ts';
import { readOrder } from './store.ts';

/** Queues the confirmation email, once per order. The outbox job renders it from the stored order. */
export async function queueOrderConfirmation(
  trx: Transaction,
  { orderNo, email }: Pick<Order, 'orderNo' | 'email'>,
  now: number,
): Promise<void> {
  const kind = 'order-confirmation';
  await queueMail(trx, { dedupeKey: `${kind}:${orderNo}`, kind, to: email }, now);
}

export const orderMailTexts: MailTextRenderers = {
  'order-confirmation': async (services, mail) => {
    const order = await readOrder(services.db, getMailOrderNo(mail));
    if (!order) throw new Error(`The email ${mail.dedupeKey} belongs to no order`);
    const shop = await readEmailShopData(services);
    return orderConfirmation(shop, order, await readOrderLines(services.db.read, order.orderNo));
  },
};

/** Renders the email in the language in which the order was placed. */
export function orderConfirmation(shop: EmailShopData, order: Order, lines: readonly OrderLine[]): MailText {
  const language = resolveMailLanguage(shop, order.lang);
  const { texts, home } = language;
  const money = (minor: number) => formatMoney(minor, order.currency, shop.format);
  const query = new URLSearchParams({ order_no: order.orderNo, token: '' });
  const address = addressLines({ ...order.address, country: countryName(order.address, language) });
  const totals = calculateOrderTotals({
    lines,
    amounts: order.amounts,
    taxLines: order.taxLines,
    coupon: order.coupon,
    isShipped: order.shippingTitle !== '',
  });
  const write: Write = { texts, money };
  const parts: EmailPart[] = [
    { kind: 'text', text: texts.mailOrderPaid },
    ...(order.arrives
      ? [{ kind: 'text' as const, text: `${formatDeliveryEstimate(texts, order.arrives)}.` }]
      : []),
    {
      kind: 'button',
      label: texts.mailOrderFollow,
      href: `${home}/fulfillment?${query}${orderTokenPlaceholder}`,
    },
    {
      kind: 'summary',
      items: lines.map((line, index) => itemOf(line, totals.lines[index] ?? null, write)),
      sums: sumsOf(order, totals, write),
    },
  ];
  if (address.length > 0) parts.push({ kind: 'address', title: texts.orderGoesTo, lines: address });
  if (order.billing) {
    const lines = addressLines({ ...order.billing, country: countryName(order.billing, language) });
    parts.push({ kind: 'address', title: texts.billingAddress, lines });
  }
  const question = { label: shop.email, href: `mailto:${shop.email}` };
  return renderEmail(shop, language, {
    subject: texts.text('mailOrderSubject', { shop: shop.name, number: order.orderNo }),
    preview: texts.text('mailOrderPreview', { total: money(order.amounts.total) }),
    about: texts.text('orderNamed', { number: order.orderNo }),
    title: texts.mailOrderTitle,
    parts,
    notes: shop.email === '' ? [] : [{ text: texts.mailQuestions, link: question }],
  });
}

interface Write {
  texts: AllTexts;
  money: (minor: number) => string;
}

function itemOf(
  { quantity, title, variantOption, tailorProperties, customProps }: OrderLine,
  charge: DiscountedAmount | null,
  { texts, money }: Write,
): EmailItem {
  const chosen = [...tailorProperties, ...customProps.map((prop) => localizeProp(prop, texts))].map(
    ({ name, value }) => `${name}: ${value}`,
  );
  return {
    quantity,
    name: title,
    details: variantOption === '' ? chosen : [variantOption, ...chosen],
    amount: charge === null ? texts.gift : money(charge.amount),
    before: charge === null || charge.before === null ? '' : `${texts.insteadOf} ${money(charge.before)}`,
  };
}

/** Returns the rows of the order summary (ORD-11), the same as on the receipt page. */
function sumsOf(
  { shippingTitle }: Order,
  { rows, total, included }: OrderTotals,
  { texts, money }: Write,
): EmailTotalsRow[] {
  const asides = included.map(({ title, rate, amount }) => ({
    name: texts.text('taxOfPrices', { tax: `${title} ${rate}%` }),
    amount: money(amount),
  }));
  return [
    ...rows.map((row) => {
      const { label, amount } = formatTotalsRow(row, texts, money);
      return { name: label, ...(row.name === 'shipping' && { detail: shippingTitle }), amount };
    }),
    { name: texts.total, amount: money(total), isTotal: true },
    ...asides,
  ];
}

/** Returns the country's name in the email's language: the order stores it only in the shop's default language. */
function countryName({ country, country_code }: Address, { lang, contentLang }: MailLanguage): string {
  if (contentLang === undefined || country === '') return country;
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(country_code) ?? country;
  } catch {
    // An invalid language or country code must not prevent the confirmation of a paid order.
    return country;
  }
}
