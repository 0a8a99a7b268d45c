/** Prints an order with its lines, payments, refunds, parcels and returns. */
import { toWire } from '#lib/money/minor.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { formatLineText } from '#lib/orders/line-text.ts';
import { formatAmountWithCurrency } from '../catalog/csv/cells.ts';
import { readOrderLines, readParcels } from '../orders/lines-store.ts';
import type { OrderLine } from '../orders/order.ts';
import { readRefunds } from '../orders/refunds-store.ts';
import { readReturns, returnStatus } from '../orders/returns-store.ts';
import { readOrder } from '../orders/store.ts';
import { readPaymentNotes } from '../payments/stores/notes.ts';
import { readOrderPayments } from '../payments/stores/payments.ts';
import { type CommandContext, isoTime, printResult, toTerminalLine } from './command.ts';
import { noOrder } from './order-arguments.ts';
import { formatMinute, orderStatusName } from './order-texts.ts';
import { toReturnJson } from './return-commands.ts';

/** Prints one order as text, or as JSON with `--json`. @throws Error for an unknown order number */
export async function showOrder(context: CommandContext, orderNo: string): Promise<void> {
  const { services } = context;
  const { read } = services.db;
  const order = await readOrder(services.db, orderNo);
  if (!order) throw noOrder(orderNo);
  const [lines, payments, parcels, refunds, notes, returns] = await Promise.all([
    readOrderLines(read, orderNo),
    readOrderPayments(read, orderNo),
    readParcels(read, orderNo),
    readRefunds(read, orderNo),
    readPaymentNotes(read, orderNo),
    readReturns(read, orderNo),
  ]);
  const { amounts, currency } = order;
  const amount = (minor: number) => formatAmountWithCurrency(minor, currency);
  const printed: string[] = [];
  const put = (label: string, text: string) => {
    if (text !== '') printed.push(`${label.padEnd(10)} ${toTerminalLine(text)}`);
  };
  put('Order', `${orderNo}, ${orderStatusName(order.statusKey)}, ${formatMinute(order.orderTime)}`);
  put('On hold', order.holdReason);
  put('Email', order.email);
  put('Ship to', addressLines(order.address).join(', '));
  if (order.billing) put('Bill to', addressLines(order.billing).join(', '));
  put('Note', order.note);
  for (const line of lines) {
    const chosen = [line.variantOption, ...propertiesOf(line)].filter((text) => text !== '').join('; ');
    put(
      'Line',
      `line:${line.position} ${line.quantity} × ${line.title} (${line.sku || 'no SKU'}) ${chosen} at ${amount(line.price)}`,
    );
  }
  const { subtotal, shipping, discount, insurance, tax, tip, total } = amounts;
  put(
    'Totals',
    `${amount(subtotal)} + shipping ${amount(shipping)} + insurance ${amount(insurance)} + tax ${amount(tax)} + tip ${amount(tip)} − ${amount(discount)} = ${amount(total)}`,
  );
  for (const payment of payments) {
    const { provider, state, providerRef, captureRef, reason } = payment;
    put(
      'Payment',
      `${payment.id} ${provider} ${state} ${formatAmountWithCurrency(payment.amount, payment.currency)} ${providerRef} ${captureRef} ${reason}`,
    );
  }
  for (const refund of refunds) {
    put(
      'Refund',
      `${formatAmountWithCurrency(refund.amount, refund.currency)} ${refundStates[refund.state]} ${formatMinute(refund.createdAt)} ${refund.reason}`,
    );
  }
  if (order.packedAt !== null) put('Packed', formatMinute(order.packedAt));
  const optionAt = (position: number | undefined) =>
    lines.find((line) => line.position === position)?.variantOption ?? '';
  for (const parcel of parcels) {
    const contents = parcel.orderInfo
      .map(({ quantity, title, position }) => formatLineText(quantity, title, optionAt(position)))
      .join('; ');
    const arrived = parcel.deliveredAt === null ? '' : `, arrived ${formatMinute(parcel.deliveredAt)}`;
    put('Parcel', `${parcel.trackingNum} ${parcel.trackingCompany}: ${contents}${arrived}`);
  }
  for (const one of returns) {
    const items = one.lines.map(({ position, quantity }) => `line:${position} ${quantity}`).join(', ');
    put('Return', `${one.id} ${returnStatus(one)} ${items} ${one.reason} ${one.message}`);
  }
  for (const { kind, message, at } of notes) put('Noted', `${formatMinute(at)} ${kind}: ${message}`);
  const wire = (minor: number) => toWire(minor, currency);
  const data = {
    ...{ order_no: orderNo, placed_at: isoTime(order.orderTime), status: orderStatusName(order.statusKey) },
    ...{ hold_reason: order.holdReason, email: order.email, address: order.address, billing: order.billing },
    ...{ note: order.note, currency },
    lines: lines.map((line) => ({
      ...{ position: line.position, quantity: line.quantity, title: line.title, sku: line.sku },
      ...{ option: line.variantOption, properties: propertiesOf(line), price: wire(line.price) },
    })),
    amounts: Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [name, wire(minor)])),
    payments: payments.map(({ id, provider, state, providerRef, captureRef, reason, ...payment }) => ({
      ...{ id, provider, state, reason, provider_ref: providerRef, capture_ref: captureRef },
      ...{ amount: toWire(payment.amount, payment.currency), currency: payment.currency },
    })),
    refunds: refunds.map(({ state, reason, createdAt, ...refund }) => ({
      ...{ state, reason, created_at: isoTime(createdAt) },
      ...{ amount: toWire(refund.amount, refund.currency), currency: refund.currency },
    })),
    packed_at: order.packedAt === null ? null : isoTime(order.packedAt),
    parcels: parcels.map(({ trackingNum, trackingCompany, deliveredAt, orderInfo }) => ({
      ...{ tracking: trackingNum, carrier: trackingCompany },
      delivered_at: deliveredAt === null ? null : isoTime(deliveredAt),
      lines: orderInfo.map(({ position, quantity, title }) => ({ position, quantity, title })),
    })),
    returns: returns.map(toReturnJson),
    notes: notes.map(({ kind, message, at }) => ({ kind, message, at: isoTime(at) })),
  };
  printResult(context, data, printed);
}

const refundStates = { new: 'waiting', sent: 'sent', refused: 'rejected by the provider' };

function propertiesOf({ tailorProperties, customProps }: OrderLine): string[] {
  return [...tailorProperties, ...customProps].map(({ name, value }) => `${name}: ${value}`);
}
