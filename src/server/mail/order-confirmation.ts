/** The mail that confirms a paid order: lines, totals, address, and a link to follow it. */
import type { Transaction } from 'kysely';
import { formatMoney, usdFormat } from '#lib/money/format.ts';
import { addressLines } from '#lib/orders/address.ts';
import type { Tables } from '../db/tables.ts';
import type { Env } from '../env.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { Order, OrderLine } from '../orders/order.ts';
import { escapeHtml } from './escape.ts';
import { type Mail, writeMail } from './outbox-store.ts';

/** Writes the confirmation into the outbox, once an order, and asks for it to be sent. */
export async function writeOrderConfirmation(
  trx: Transaction<Tables>,
  env: Env,
  order: Order,
  lines: readonly OrderLine[],
  now: number,
): Promise<void> {
  const mail = orderConfirmation(env.SITE_URL, order, lines);
  if (!(await writeMail(trx, mail, now))) return;
  await enqueue(trx, {
    kind: 'mail',
    dedupeKey: `mail:${mail.dedupeKey}`,
    payload: { dedupeKey: mail.dedupeKey },
    runAt: now,
  });
}

/**
 * @param siteUrl origin of the shop without a trailing slash
 * @returns the mail in plain text and HTML; everything the shopper wrote is escaped in the latter
 */
export function orderConfirmation(siteUrl: string, order: Order, lines: readonly OrderLine[]): Mail {
  const link = `${siteUrl}/fulfillment?order_no=${encodeURIComponent(order.orderNo)}&token=${encodeURIComponent(order.token)}`;
  const items = lines.map((line) => ({
    name: [line.title, line.variantOption].filter((part) => part !== '').join(', '),
    details: [...line.tailorProperties, ...line.customProps].map(({ name, value }) => `${name}: ${value}`),
    quantity: line.quantity,
    amount: line.isGift ? 'Gift' : money(order, line.price * line.quantity),
  }));
  const totals = totalRows(order);
  const address = addressLines(order.address);
  return {
    dedupeKey: `order-confirmation:${order.orderNo}`,
    kind: 'order-confirmation',
    to: order.email,
    subject: `Order ${order.orderNo} is confirmed`,
    text: [
      `Thank you for your order ${order.orderNo}.`,
      '',
      ...items.flatMap(({ name, details, quantity, amount }) => [
        `${quantity} × ${name}  ${amount}`,
        ...details.map((detail) => `    ${detail}`),
      ]),
      '',
      ...totals.map(([name, amount]) => `${name}: ${amount}`),
      ...(address.length > 0 ? ['', 'Goes to:', ...address] : []),
      '',
      `Follow your order: ${link}`,
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Order confirmation</title></head>',
      '<body style="margin:0;background:#faf7f2;color:#26241f;font:16px/1.5 Figtree,Helvetica,Arial,sans-serif">',
      '<div style="max-width:560px;margin:0 auto;padding:32px 24px">',
      `<h1 style="font:400 28px/1.2 Fraunces,Georgia,serif">Thank you for your order</h1>`,
      `<p>Order <strong>${escapeHtml(order.orderNo)}</strong> is paid. We will write again when it is on its way.</p>`,
      '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">',
      ...items.map(
        ({ name, details, quantity, amount }) =>
          `<tr><td style="padding:12px 0;border-top:1px solid #e4ddd2">${quantity} × ${escapeHtml(name)}${details
            .map((detail) => `<br><small>${escapeHtml(detail)}</small>`)
            .join(
              '',
            )}</td><td align="right" valign="top" style="padding:12px 0;border-top:1px solid #e4ddd2">${escapeHtml(amount)}</td></tr>`,
      ),
      ...totals.map(
        ([name, amount]) =>
          `<tr><td style="padding:4px 0">${escapeHtml(name)}</td><td align="right">${escapeHtml(amount)}</td></tr>`,
      ),
      '</table>',
      address.length > 0 ? `<p>Goes to:<br>${address.map(escapeHtml).join('<br>')}</p>` : '',
      `<p><a href="${escapeHtml(link)}" style="color:#2f4a3a">Follow your order</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  };
}

/** The summary of ORD-11; amounts of 0 that say nothing are left out. */
function totalRows(order: Order): [string, string][] {
  const { subtotal, shipping, discount, insurance, tax, tip, total } = order.amounts;
  const optional: [string, number][] = [
    ['Discount', -discount],
    ['Shipping insurance', insurance],
    ['Tax', tax],
    ['Tip', tip],
  ];
  return [
    ['Subtotal', money(order, subtotal)],
    ['Shipping', shipping === 0 ? 'Free' : money(order, shipping)],
    ...optional
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => [name, money(order, amount)] as [string, string]),
    ['Total', money(order, total)],
  ];
}

function money(order: Order, amount: number): string {
  const format =
    order.currency === 'USD' ? usdFormat : { ...usdFormat, format: `{{amount}} ${order.currency}` };
  return formatMoney(amount, order.currency, format);
}
