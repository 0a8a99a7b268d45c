/** The mail that confirms a paid order: lines, totals, address, and a link to follow it. */
import { arrivalText } from '#lib/delivery/arrival-days.ts';
import type { AllWords } from '#lib/messages/all.ts';
import { formatMoney } from '#lib/money/format.ts';
import { type Address, addressLines } from '#lib/orders/address.ts';
import type { Transaction } from '../db/database.ts';
import type { Item, Part, Sum } from '../mail/letter.ts';
import { type MailLanguage, type MailShop, mailLanguage } from '../mail/mail-shop.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { writeLetter } from '../mail/write-letter.ts';
import { orderTokenMark } from './mailed-link.ts';
import type { Order, OrderLine } from './order.ts';

/** Writes the confirmation into the outbox, once an order, and asks for it to be sent. */
export async function writeOrderConfirmation(
  trx: Transaction,
  shop: MailShop,
  order: Order,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  await queueMail(trx, orderConfirmation(shop, order, lines), now);
}

/** @returns the mail in the language the order was placed in */
export function orderConfirmation(shop: MailShop, order: Order, lines: readonly OrderLine[]): Mail {
  const language = mailLanguage(shop, order.lang);
  const { texts, home } = language;
  const money = (minor: number) => formatMoney(minor, order.currency, shop.format);
  const query = new URLSearchParams({ order_no: order.orderNo, token: '' });
  const address = addressLines({ ...order.address, country: countryName(order.address, language) });
  const parts: Part[] = [
    { kind: 'text', text: texts.mailOrderPaid },
    ...(order.arrives ? [{ kind: 'text' as const, text: `${arrivalText(texts, order.arrives)}.` }] : []),
    { kind: 'button', label: texts.mailOrderFollow, href: `${home}/fulfillment?${query}${orderTokenMark}` },
    {
      kind: 'bill',
      items: lines.map((line) => itemOf(line, line.isGift ? texts.gift : money(line.price * line.quantity))),
      sums: sumsOf(order, texts, money),
    },
  ];
  if (address.length > 0) parts.push({ kind: 'address', title: texts.orderGoesTo, lines: address });
  const question = { label: shop.email, href: `mailto:${shop.email}` };
  return {
    dedupeKey: `order-confirmation:${order.orderNo}`,
    kind: 'order-confirmation',
    to: order.email,
    ...writeLetter(shop, language, {
      subject: texts.text('mailOrderSubject', { shop: shop.name, number: order.orderNo }),
      preview: texts.text('mailOrderPreview', { total: money(order.amounts.total) }),
      about: texts.text('orderNamed', { number: order.orderNo }),
      title: texts.mailOrderTitle,
      parts,
      notes: shop.email === '' ? [] : [{ text: texts.mailQuestions, link: question }],
    }),
  };
}

function itemOf(
  { quantity, title, variantOption, tailorProperties, customProps }: OrderLine,
  amount: string,
): Item {
  const chosen = [...tailorProperties, ...customProps].map(({ name, value }) => `${name}: ${value}`);
  return {
    quantity,
    name: title,
    details: variantOption === '' ? chosen : [variantOption, ...chosen],
    amount,
  };
}

/** The rows of the summary (ORD-11). */
function sumsOf(
  { amounts, shippingTitle }: Order,
  texts: AllWords,
  money: (minor: number) => string,
): readonly Sum[] {
  const { subtotal, shipping, discount, insurance, tax, tip, total } = amounts;
  const row = (name: string, amount: number): Sum => ({ name, amount: money(amount) });
  const shipped = shipping === 0 ? texts.free : money(shipping);
  return [
    row(texts.subtotal, subtotal),
    ...(shippingTitle === '' ? [] : [{ name: texts.shipping, detail: shippingTitle, amount: shipped }]),
    ...(discount === 0 ? [] : [row(texts.discount, -discount)]),
    ...(insurance === 0 ? [] : [row(texts.shippingInsurance, insurance)]),
    ...(tax === 0 ? [] : [row(texts.tax, tax)]),
    ...(tip === 0 ? [] : [row(texts.tip, tip)]),
    row(texts.total, total),
  ];
}

/** The order has its country's name in the shop's own language. */
function countryName({ country, country_code }: Address, { lang, contentLang }: MailLanguage): string {
  if (contentLang === undefined || country === '') return country;
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(country_code) ?? country;
  } catch {
    // An unknown language or currency code must not keep a paid order from being confirmed.
    return country;
  }
}
