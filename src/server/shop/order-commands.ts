/** Commands about orders; the logic is in orders and payments. */
import { createHash } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toWire } from '#lib/money/minor.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { quantityText } from '#lib/orders/quantity-text.ts';
import { CellError, readAmount, writeMoney } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import { readOrderLines, readParcels } from '../orders/lines-store.ts';
import {
  cancelOrder,
  holdOrder,
  listOrders,
  type OrderSummary,
  shipOrder,
} from '../orders/merchant-store.ts';
import type { OrderLine } from '../orders/order.ts';
import { deliverOrder, packOrder } from '../orders/order-progress.ts';
import { readRefunds } from '../orders/refunds-store.ts';
import { readReturn, readReturns, returnStatus } from '../orders/returns-store.ts';
import { readOrder } from '../orders/store.ts';
import { forgetRefunds, refundOrder } from '../payments/attempts/merchant-refund.ts';
import { readNotesOf } from '../payments/stores/notes.ts';
import { paymentsOfOrder } from '../payments/stores/payments.ts';
import {
  addExamples,
  type CommandContext,
  countOf,
  isoTime,
  jsonOption,
  onOneLine,
  printResult,
  whole,
} from './command.ts';
import { writeOrders } from './order-csv.ts';
import { statusNames, statusOf, time } from './order-texts.ts';
import { returnData } from './return-commands.ts';

/** Adds `orders`, and `ship` as a short form of `orders ship`. */
export function addOrderCommands(program: Command, context: CommandContext): void {
  const { say: printLine } = context;
  const orders = program
    .command('orders')
    .summary('List, show, ship, refund and export orders')
    .description(
      'Lists, shows, packs, ships, refunds, cancels, holds and exports orders. `orders 5` is short for `orders list 5`.',
    );
  addExamples(
    orders,
    'orders list 50 --status=paid',
    'orders show K7QMD-4XHRA',
    'orders ship K7QMD-4XHRA 1Z999AA1 UPS',
    'orders refund K7QMD-4XHRA 5.00 --reason="Late delivery"',
    'orders export orders.csv',
  );

  orders
    .command('list [count]')
    .summary('List the newest orders')
    .description('Lists the newest orders, 20 if you give no count.')
    .addOption(
      new Option('--status <status>', 'only orders with this status').choices(Object.values(statusNames)),
    )
    .option(...jsonOption)
    .action(async (count: string | undefined, options: { status?: string }) => {
      const status = Object.entries(statusNames).find(([, name]) => name === options.status)?.[0];
      const found = await listOrders(
        context.services.db.read,
        whole(count ?? '20', 1, 1000),
        status === undefined ? null : Number(status),
      );
      const lines = found.map((order) => {
        const total = writeMoney(order.total, order.currency).padStart(14);
        const hold = order.holdReason ? `, on hold: ${onOneLine(order.holdReason)}` : '';
        return `${order.orderNo}  ${time(order.orderTime)}  ${total}  ${statusOf(order.status)}${hold}  ${onOneLine(order.email)}`;
      });
      const none = status === undefined ? 'No orders yet.' : 'No such orders.';
      printResult(context, found.map(summaryData), lines.length > 0 ? lines : [none]);
    });
  orders
    .command('show <no>')
    .summary('Show one order')
    .description('Shows one order with its lines, payments, refunds, parcels and returns.')
    .option(...jsonOption)
    .action((orderNo: string) => show(context, orderNo));
  const refundCommand = orders
    .command('refund <no> [amount|sku=n...]')
    .summary('Refund an order')
    .description(
      'Refunds a paid order: all of it, an amount, or units of a line. Name a line by its SKU or by its number, as in `line:0`.',
    )
    .option('--return <id>', 'the return that this refund is for')
    .option('--restock', 'put the units back into stock')
    .option('--reason <text>', 'reason, stored with the refund')
    .option('--again [=n]', 'repeat an identical refund; with a number, at most once per number')
    .option('--forget', 'stop all waiting refunds of the order')
    .action((orderNo: string, args: string[], options: RefundOptions) =>
      refund(context, orderNo, args, options),
    );
  addExamples(
    refundCommand,
    'orders refund K7QMD-4XHRA',
    'orders refund K7QMD-4XHRA 5.00 --reason="Late delivery"',
    'orders refund K7QMD-4XHRA MAR-TA-MUG-OAT=1 line:2=3 --restock',
    'orders refund K7QMD-4XHRA --return=3',
  );
  for (const parent of [program, orders]) {
    const shipCommand = parent
      .command('ship <no> <tracking> [carrier|sku=n...]')
      .summary(parent === program ? 'Ship an order: short for `orders ship`' : 'Ship an order')
      .description(
        'Ships a parcel of a paid order with all remaining units, or with the units you name by SKU or by line, as in `line:0`. Write - if there is no tracking number. The customer gets an email.',
      )
      .action((orderNo: string, tracking: string, args: string[]) => ship(context, orderNo, tracking, args));
    addExamples(shipCommand, 'ship K7QMD-4XHRA 1Z999AA1 UPS', 'ship K7QMD-4XHRA - MAR-TA-MUG-OAT=1 line:2=3');
  }
  for (const [verb, summary, description, run, outcome] of [
    ['pack', 'Record that an order is packed', 'Records that an order is packed.', packOrder, 'is packed'],
    [
      'cancel',
      'Cancel an unpaid order',
      'Cancels an unpaid order. Its stock and its coupon become available again.',
      cancelOrder,
      'is cancelled',
    ],
    [
      'release',
      'End the hold of an order',
      'Ends the hold of an order, so that it can be shipped.',
      releaseOrder,
      'is no longer on hold',
    ],
  ] as const)
    orders
      .command(`${verb} <no>`)
      .summary(summary)
      .description(description)
      .action(async (orderNo: string) => {
        await run(context.services, orderNo);
        printLine(`Order ${orderNo} ${outcome}`);
      });
  orders
    .command('deliver <no> [tracking]')
    .summary('Record that parcels have arrived')
    .description(
      'Records that parcels have arrived: the one with the tracking number, with - those that have none, or all that were sent if you give none.',
    )
    .action(async (orderNo: string, tracking = '') => {
      await deliverOrder(context.services, orderNo, tracking);
      printLine(`Order ${orderNo}: ${tracking || 'every parcel that was sent'} has arrived`);
    });
  orders
    .command('hold <no> <reason...>')
    .summary('Put a paid order on hold')
    .description('Puts a paid order on hold. It cannot be packed or shipped until `orders release`.')
    .action(async (orderNo: string, reason: string[]) => {
      await holdOrder(context.services, orderNo, reason.join(' ').slice(0, 500));
      printLine(`Order ${orderNo} is on hold`);
    });
  orders
    .command('export <file.csv>')
    .summary('Write all orders to a CSV file')
    .description('Writes all orders to a CSV file, one row for each line of an order.')
    .action(async (file: string) => {
      const count = await context.track({ title: 'Exporting', unit: 'orders' }, (report) =>
        writeOrders(context.services, file, report),
      );
      printLine(`${countOf(count, 'order')} written to ${file}`);
    });
}

/** Returns an order of the list for `--json`; amounts in its currency. */
function summaryData({ orderNo, orderTime, status, holdReason, total, currency, email }: OrderSummary) {
  return {
    ...{ order_no: orderNo, placed_at: isoTime(orderTime), status: statusOf(status), email },
    ...{ hold_reason: holdReason, total: toWire(total, currency), currency },
  };
}

const releaseOrder = (services: Services, orderNo: string) => holdOrder(services, orderNo, '');

async function show(context: CommandContext, orderNo: string): Promise<void> {
  const { services } = context;
  const { read } = services.db;
  const order = await readOrder(services.db, orderNo);
  if (!order) throw noOrder(orderNo);
  const [lines, payments, parcels, refunds, notes, returns] = await Promise.all([
    readOrderLines(read, orderNo),
    paymentsOfOrder(read, orderNo),
    readParcels(read, orderNo),
    readRefunds(read, orderNo),
    readNotesOf(read, orderNo),
    readReturns(read, orderNo),
  ]);
  const { amounts, currency } = order;
  const amount = (minor: number) => writeMoney(minor, currency);
  const printed: string[] = [];
  const put = (label: string, text: string) => {
    if (text !== '') printed.push(`${label.padEnd(10)} ${onOneLine(text)}`);
  };
  put('Order', `${orderNo}, ${statusOf(order.statusKey)}, ${time(order.orderTime)}`);
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
      `${payment.id} ${provider} ${state} ${writeMoney(payment.amount, payment.currency)} ${providerRef} ${captureRef} ${reason}`,
    );
  }
  for (const refund of refunds) {
    put(
      'Refund',
      `${writeMoney(refund.amount, refund.currency)} ${refundStates[refund.state]} ${time(refund.createdAt)} ${refund.reason}`,
    );
  }
  if (order.packedAt !== null) put('Packed', time(order.packedAt));
  const optionAt = (position: number | undefined) =>
    lines.find((line) => line.position === position)?.variantOption ?? '';
  for (const parcel of parcels) {
    const contents = parcel.orderInfo
      .map(({ quantity, title, position }) => quantityText(quantity, title, optionAt(position)))
      .join('; ');
    const arrived = parcel.deliveredAt === null ? '' : `, arrived ${time(parcel.deliveredAt)}`;
    put('Parcel', `${parcel.trackingNum} ${parcel.trackingCompany}: ${contents}${arrived}`);
  }
  for (const one of returns) {
    const items = one.lines.map(({ position, quantity }) => `line:${position} ${quantity}`).join(', ');
    put('Return', `${one.id} ${returnStatus(one)} ${items} ${one.reason} ${one.message}`);
  }
  for (const { kind, message, at } of notes) put('Noted', `${time(at)} ${kind}: ${message}`);
  const wire = (minor: number) => toWire(minor, currency);
  const data = {
    ...{ order_no: orderNo, placed_at: isoTime(order.orderTime), status: statusOf(order.statusKey) },
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
    returns: returns.map(returnData),
    notes: notes.map(({ kind, message, at }) => ({ kind, message, at: isoTime(at) })),
  };
  printResult(context, data, printed);
}

function noOrder(orderNo: string): Error {
  return new Error(`There is no order ${orderNo}. \`orders list\` shows the newest orders.`);
}

async function ship(
  { services, say: printLine }: CommandContext,
  orderNo: string,
  tracking: string,
  args: string[],
): Promise<void> {
  const trackingNum = tracking === '-' ? '' : tracking;
  if (trackingNum !== '' && !/^[\w-]{3,60}$/.test(trackingNum))
    throw new InvalidArgumentError(
      `"${trackingNum}" is not a tracking number: use 3 to 60 letters, digits and hyphens, or - for none.`,
    );
  const { pieces: quantities, others } = split(args);
  const lines = positionsOf(quantities, await readOrderLines(services.db.read, orderNo));
  const company = others.join(' ').slice(0, 60);
  await shipOrder(services, { orderNo, trackingNum, company, lines });
  printLine(
    `Order ${orderNo} is shipped ${trackingNum ? `with ${trackingNum}` : 'without a tracking number'}`,
  );
}

interface RefundOptions {
  return?: string;
  restock?: boolean;
  reason?: string;
  again?: string;
  forget?: boolean;
}

async function refund(
  { services, say: printLine }: CommandContext,
  orderNo: string,
  args: string[],
  { restock = false, reason = '', forget, ...options }: RefundOptions,
): Promise<void> {
  if (forget) {
    if (args.length > 0)
      throw new InvalidArgumentError(
        '--forget applies to all waiting refunds of the order: leave out the amount and the units.',
      );
    const forgotten = await forgetRefunds(services, orderNo);
    for (const { amount, currency } of forgotten)
      printLine(
        `Stopped the refund of ${writeMoney(amount, currency)} of order ${orderNo}; you can refund it again`,
      );
    if (forgotten.length === 0) printLine(`Order ${orderNo} has no waiting refund; nothing was changed.`);
    return;
  }
  const { pieces: quantities, others } = split(args);
  const order = await readOrder(services.db, orderNo);
  if (!order) throw noOrder(orderNo);
  const [typed] = others;
  if (others.length > 1) throw new InvalidArgumentError(`Give one amount only, not "${others.join(' ')}".`);
  const amount = typed === undefined ? null : refundedAmount(typed, order.currency);
  const bought = await readOrderLines(services.db.read, orderNo);
  const named = positionsOf(quantities, bought);
  const back = await returnNamed(services, orderNo, options.return);
  const lines = named.length > 0 ? named : (back?.lines ?? []);
  // The request number is derived from the arguments: a repeated command is the same refund, unless --again differs.
  const numberFor = (again: string) => {
    const fingerprint = JSON.stringify([orderNo, amount, lines, restock, again, ...(back ? [back.id] : [])]);
    return `refund-${orderNo}-${createHash('sha256').update(fingerprint).digest('hex').slice(0, 16)}`;
  };
  let { again } = options;
  if (again === '') {
    const used = new Set((await readRefunds(services.db.read, orderNo)).map(({ requestId }) => requestId));
    let turn = 2;
    while (used.has(numberFor(String(turn)))) turn += 1;
    again = String(turn);
  }
  const wish = { amount, lines, restock, reason, returnId: back?.id ?? null };
  const made = await refundOrder(services, { ...wish, orderNo, requestId: numberFor(again ?? '') });
  const sum = writeMoney(made.amount, made.currency);
  const remainingText = `${writeMoney(made.remaining, made.currency)} can still be refunded.`;
  if (!made.isNew) {
    const state = made.state === 'sent' ? 'was sent' : 'is being sent';
    printLine(
      `No new refund: this refund of ${sum} of order ${orderNo}, requested ${time(made.createdAt)}, ${state}.`,
    );
    printLine(
      made.amount > made.remaining
        ? remainingText
        : `${remainingText} To refund another ${sum}, add --again.`,
    );
    return;
  }
  printLine(`Refunding ${sum} of order ${orderNo}. ${remainingText}`);
  for (const { position, quantity } of made.lines) {
    const line = bought.find((candidate) => candidate.position === position)!;
    const what = quantityText(quantity, line.title, line.variantOption);
    printLine(`${onOneLine(what)}${restock ? ': returns to stock once the refund is sent' : ''}`);
  }
}

/** Parses an amount to minor units. @throws InvalidArgumentError */
function refundedAmount(typed: string, currency: string): number {
  try {
    const amount = readAmount(typed, currency);
    if (amount) return amount;
    throw new InvalidArgumentError(`"${typed}" cannot be refunded: the amount must be above 0.`);
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}

/** Returns the return that a refund is for, null without an id. */
async function returnNamed({ db }: Services, orderNo: string, id: string | undefined) {
  if (id === undefined) return null;
  const found = await readReturn(db.read, whole(id, 1, Number.MAX_SAFE_INTEGER));
  if (found?.orderNo !== orderNo) throw new Error(`Order ${orderNo} has no return ${id}.`);
  return found;
}

const refundStates = { new: 'waiting', sent: 'sent', refused: 'rejected by the provider' };

/** Splits arguments into units by SKU (`SKU=2`) and others. */
function split(args: readonly string[]): { pieces: Map<string, number>; others: string[] } {
  const quantities = new Map<string, number>();
  const others: string[] = [];
  for (const word of args) {
    const [, name, count] = /^(.+)=(\d+)$/.exec(word) ?? [];
    if (name && count) quantities.set(name, whole(count, 1, 9999));
    else others.push(word);
  }
  return { pieces: quantities, others };
}

function positionsOf(quantities: ReadonlyMap<string, number>, lines: readonly OrderLine[]) {
  return [...quantities].map(([sku, quantity]) => {
    const named = lines.filter((candidate) => candidate.sku === sku);
    if (named.length > 1) {
      const which = named.map(({ position }) => `line:${position}`).join(', ');
      throw new Error(`"${sku}" is on several lines. Use one of ${which} instead of the SKU.`);
    }
    const line = named[0] ?? lines.find((candidate) => `line:${candidate.position}` === sku);
    if (!line) {
      const candidate = lines.map((each) => each.sku || `line:${each.position}`).join(', ');
      throw new Error(`The order has no line "${sku}". Its lines are ${candidate}.`);
    }
    return { position: line.position, quantity };
  });
}

function propertiesOf({ tailorProperties, customProps }: OrderLine): string[] {
  return [...tailorProperties, ...customProps].map(({ name, value }) => `${name}: ${value}`);
}
