/** The mail that confirms a paid order: lines, totals, address, and a link to follow it. */

import type { Transaction } from 'kysely';
import { escapeHtml } from '#lib/escape-html.ts';
import { formatMoney } from '#lib/money/format.ts';
import { addressLines } from '#lib/orders/address.ts';
import type { Tables } from '../db/tables.ts';
import type { MailShop } from '../mail/mail-shop.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { orderTokenMark } from './mailed-link.ts';
import type { Order, OrderLine } from './order.ts';

/** Writes the confirmation into the outbox, once an order, and asks for it to be sent. */
export async function writeOrderConfirmation(
  trx: Transaction<Tables>,
  shop: MailShop,
  order: Order,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  await queueMail(trx, orderConfirmation(shop, order, lines), now);
}

/** A line of the order in words. */
interface Item {
  quantity: number;
  name: string;
  /** Customisation, `name: value`. */
  details: string[];
  amount: string;
}

/** All the mail says, before it becomes text or HTML. */
interface Letter {
  orderNo: string;
  items: Item[];
  /** Name and amount of each row of the summary (ORD-11), the total last. */
  totals: [string, string][];
  address: string[];
  link: string;
}

/** @returns the mail in plain text and HTML; everything the shopper or merchant wrote is escaped in the latter */
export function orderConfirmation(shop: MailShop, order: Order, lines: readonly OrderLine[]): Mail {
  const money = (minor: number) => formatMoney(minor, order.currency, shop.format);
  const letter: Letter = {
    orderNo: order.orderNo,
    items: lines.map((line) => ({
      quantity: line.quantity,
      name: [line.title, line.variantOption].filter((part) => part !== '').join(', '),
      details: [...line.tailorProperties, ...line.customProps].map(({ name, value }) => `${name}: ${value}`),
      amount: line.isGift ? 'Gift' : money(line.price * line.quantity),
    })),
    totals: totalRows(order, money),
    address: addressLines(order.address),
    link: `${shop.url}/fulfillment?${new URLSearchParams({ order_no: order.orderNo, token: '' })}${orderTokenMark}`,
  };
  return {
    dedupeKey: `order-confirmation:${order.orderNo}`,
    kind: 'order-confirmation',
    to: order.email,
    subject: `${shop.name}: order ${order.orderNo} is confirmed`,
    text: asText(shop, letter),
    html: asHtml(shop, letter),
  };
}

function totalRows(order: Order, money: (minor: number) => string): [string, string][] {
  const { subtotal, shipping, discount, insurance, tax, tip, total } = order.amounts;
  const sometimes: [string, number][] = [
    ['Discount', -discount],
    ['Shipping insurance', insurance],
    ['Tax', tax],
    ['Tip', tip],
  ];
  return [
    ['Subtotal', money(subtotal)],
    ...(order.shippingTitle === ''
      ? []
      : [[order.shippingTitle, shipping === 0 ? 'Free' : money(shipping)] as [string, string]]),
    ...sometimes
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]): [string, string] => [name, money(amount)]),
    ['Total', money(total)],
  ];
}

function asText(shop: MailShop, { orderNo, items, totals, address, link }: Letter): string {
  return [
    `Thank you for your order ${orderNo} at ${shop.name}. It is paid, and we will write again when it is on its way.`,
    '',
    ...items.flatMap(({ quantity, name, details, amount }) => [
      `${quantity} × ${name}  ${amount}`,
      ...details.map((detail) => `    ${detail}`),
    ]),
    '',
    ...totals.map(([name, amount]) => `${name}: ${amount}`),
    ...(address.length > 0 ? ['', 'Goes to:', ...address] : []),
    '',
    `Follow your order: ${link}`,
    ...(shop.email === '' ? [] : [`Questions? Write to ${shop.email}`]),
    '',
  ].join('\n');
}

const ink = '#26241f';
const hairline = 'border-top:1px solid #e4ddd2';
const cell = `padding:12px 0;${hairline}`;

function asHtml(shop: MailShop, { orderNo, items, totals, address, link }: Letter): string {
  const e = escapeHtml;
  const itemRows = items.map(({ quantity, name, details, amount }) => {
    const small = details.map((detail) => `<br><small>${e(detail)}</small>`).join('');
    return `<tr><td style="${cell}">${quantity} × ${e(name)}${small}</td><td align="right" valign="top" style="${cell}">${e(amount)}</td></tr>`;
  });
  const totalRows = totals.map(([name, amount], index) => {
    const style = index === totals.length - 1 ? `${cell};font-weight:600` : 'padding:4px 0';
    return `<tr><td style="${style}">${e(name)}</td><td align="right" style="${style}">${e(amount)}</td></tr>`;
  });
  return `<!doctype html>
<html lang="${e(shop.lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Order ${e(orderNo)}</title></head>
<body style="margin:0;background:#faf7f2;color:${ink};font:16px/1.5 Figtree,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font:400 20px/1.2 Fraunces,Georgia,serif">${e(shop.name)}</p>
<h1 style="margin:0 0 8px;font:400 28px/1.2 Fraunces,Georgia,serif">Thank you for your order</h1>
<p style="margin:0 0 24px">Order <strong>${e(orderNo)}</strong> is paid. We will write again when it is on its way.</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
${itemRows.join('\n')}
<tr><td colspan="2" style="padding:8px 0 0;${hairline}"></td></tr>
${totalRows.join('\n')}
</table>
${address.length > 0 ? `<p style="margin:24px 0">Goes to:<br>${address.map(e).join('<br>')}</p>` : ''}
<p><a href="${e(link)}" style="color:#2f4a3a">Follow your order</a></p>
${shop.email === '' ? '' : `<p>Questions? Write to <a href="mailto:${e(shop.email)}" style="color:#2f4a3a">${e(shop.email)}</a></p>`}
</div></body></html>
`;
}
