/** Commands about orders: thin over what orders and payments do for a merchant. */
import { createHash } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addressLines } from '#lib/orders/address-lines.ts';
import { pieceText } from '#lib/orders/piece-text.ts';
import { BadCell, readAmount, writeMoney } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import { readOrderLines, readParcels } from '../orders/lines-store.ts';
import { cancelOrder, holdOrder, listOrders, shipOrder } from '../orders/merchant-store.ts';
import type { OrderLine } from '../orders/order.ts';
import { deliverOrder, packOrder } from '../orders/order-progress.ts';
import { readRefunds } from '../orders/refunds-store.ts';
import { readReturn, readReturns, standOf } from '../orders/returns-store.ts';
import { readOrder } from '../orders/store.ts';
import { forgetRefunds, refundOrder } from '../payments/attempts/merchant-refund.ts';
import { readNotesOf } from '../payments/stores/notes.ts';
import { paymentsOfOrder } from '../payments/stores/payments.ts';
import { type CommandContext, onOneLine, whole } from './command.ts';
import { writeOrders } from './order-csv.ts';
import { statusNames, statusOf, time } from './order-words.ts';

/** Adds `orders`, and `ship` for `orders ship`. */
export function addOrderCommands(program: Command, context: CommandContext): void {
  const { say } = context;
  const orders = program
    .command('orders')
    .description('Lists, shows, packs, ships, refunds and exports orders. `orders 5` is `orders list 5`.');

  orders
    .command('list [count]')
    .description('Lists the newest orders, 20 if you give no count.')
    .addOption(
      new Option('--status <status>', 'only those in this status').choices(Object.values(statusNames)),
    )
    .action(async (count: string | undefined, options: { status?: string }) => {
      const status = Object.entries(statusNames).find(([, name]) => name === options.status)?.[0];
      const found = await listOrders(
        context.services.db.read,
        whole(count ?? '20', 1, 1000),
        status === undefined ? null : Number(status),
      );
      for (const order of found) {
        const total = writeMoney(order.total, order.currency).padStart(14);
        const hold = order.holdReason ? `, on hold: ${onOneLine(order.holdReason)}` : '';
        say(
          `${order.orderNo}  ${time(order.orderTime)}  ${total}  ${statusOf(order.status)}${hold}  ${onOneLine(order.email)}`,
        );
      }
      if (found.length === 0) say(status === undefined ? 'No orders yet.' : 'There are none.');
    });
  orders
    .command('show <no>')
    .description('Shows one order whole.')
    .action((orderNo: string) => show(context, orderNo));
  orders
    .command('refund <no> [amount|sku=pieces...]')
    .description('Refunds a paid order: whole, an amount, or pieces by SKU or `line:0`.')
    .option('--return <id>', 'the return that is paid back')
    .option('--restock', 'put the pieces back into stock')
    .option('--reason <text>', 'why, noted with the refund')
    .option('--again [=n]', 'refund the same once more; with a number, once only for each number')
    .option('--forget', 'give up every refund of the order that waits')
    .action((orderNo: string, words: string[], options: RefundOptions) =>
      refund(context, orderNo, words, options),
    );
  for (const parent of [program, orders])
    parent
      .command('ship <no> <tracking> [company|sku=pieces...]')
      .description('Sends a parcel of a paid order: all that is left, or pieces by SKU or `line:0`.')
      .action((orderNo: string, tracking: string, words: string[]) =>
        ship(context, orderNo, tracking, words),
      );
  for (const [verb, description, run, outcome] of [
    ['pack', 'Notes that an order is packed.', packOrder, 'is packed'],
    ['cancel', 'Cancels an unpaid order: its stock and coupon are free again.', cancelOrder, 'is cancelled'],
    ['release', 'Ends the hold of an order.', releaseOrder, 'goes on'],
  ] as const)
    orders
      .command(`${verb} <no>`)
      .description(description)
      .action(async (orderNo: string) => {
        await run(context.services, orderNo);
        say(`Order ${orderNo} ${outcome}`);
      });
  orders
    .command('deliver <no> [tracking]')
    .description('Notes that one parcel, or every parcel that was sent, has arrived.')
    .action(async (orderNo: string, tracking = '') => {
      await deliverOrder(context.services, orderNo, tracking);
      say(`Order ${orderNo}: ${tracking || 'every parcel that was sent'} has arrived`);
    });
  orders
    .command('hold <no> <reason...>')
    .description('Holds a paid order back from shipping.')
    .action(async (orderNo: string, reason: string[]) => {
      await holdOrder(context.services, orderNo, reason.join(' ').slice(0, 500));
      say(`Order ${orderNo} is on hold`);
    });
  orders
    .command('export <file.csv>')
    .description('Writes all lines of all orders as CSV.')
    .action(async (file: string) => say(`${await writeOrders(context.services, file)} orders written`));
}

const releaseOrder = (services: Services, orderNo: string) => holdOrder(services, orderNo, '');

async function show({ services, say }: CommandContext, orderNo: string): Promise<void> {
  const { read } = services.db;
  const order = await readOrder(services.db, orderNo);
  if (!order) throw new Error(`There is no order ${orderNo}.`);
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
  const put = (label: string, text: string) => text !== '' && say(`${label.padEnd(10)} ${onOneLine(text)}`);
  put('Order', `${orderNo}, ${statusOf(order.statusKey)}, ${time(order.orderTime)}`);
  put('On hold', order.holdReason);
  put('E-mail', order.email);
  put('Goes to', addressLines(order.address).join(', '));
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
    'Sums',
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
      .map(({ quantity, title, position }) => pieceText(quantity, title, optionAt(position)))
      .join('; ');
    const arrived = parcel.deliveredAt === null ? '' : `, arrived ${time(parcel.deliveredAt)}`;
    put('Parcel', `${parcel.trackingNum} ${parcel.trackingCompany}: ${contents}${arrived}`);
  }
  for (const one of returns) {
    const pieces = one.lines.map(({ position, quantity }) => `line:${position} ${quantity}`).join(', ');
    put('Return', `${one.id} ${standOf(one)} ${pieces} ${one.reason} ${one.words}`);
  }
  for (const { kind, message, at } of notes) put('Noted', `${time(at)} ${kind}: ${message}`);
}

async function ship(
  { services, say }: CommandContext,
  orderNo: string,
  trackingNum: string,
  words: string[],
): Promise<void> {
  if (!/^[\w-]{3,60}$/.test(trackingNum))
    throw new InvalidArgumentError(`"${trackingNum}" is not a tracking number.`);
  const { pieces, others } = split(words);
  const lines = positionsOf(pieces, await readOrderLines(services.db.read, orderNo));
  const company = others.join(' ').slice(0, 60);
  await shipOrder(services, { orderNo, trackingNum, company, lines });
  say(`Order ${orderNo} is shipped with ${trackingNum}`);
}

interface RefundOptions {
  return?: string;
  restock?: boolean;
  reason?: string;
  again?: string;
  forget?: boolean;
}

async function refund(
  { services, say }: CommandContext,
  orderNo: string,
  words: string[],
  { restock = false, reason = '', forget, ...options }: RefundOptions,
): Promise<void> {
  if (forget) {
    if (words.length > 0)
      throw new InvalidArgumentError(
        '--forget gives up every refund of an order that waits: write no amount or pieces.',
      );
    const forgotten = await forgetRefunds(services, orderNo);
    for (const { amount, currency } of forgotten)
      say(`${writeMoney(amount, currency)} of order ${orderNo}: given up, it can be refunded again`);
    if (forgotten.length === 0) say(`No refund of order ${orderNo} waits; nothing was given up.`);
    return;
  }
  const { pieces, others } = split(words);
  const order = await readOrder(services.db, orderNo);
  if (!order) throw new Error(`There is no order ${orderNo}.`);
  const [typed] = others;
  if (others.length > 1) throw new InvalidArgumentError(`Write one amount only, not "${others.join(' ')}".`);
  const amount = typed === undefined ? null : refundedAmount(typed, order.currency);
  const bought = await readOrderLines(services.db.read, orderNo);
  const named = positionsOf(pieces, bought);
  const back = await returnNamed(services, orderNo, options.return);
  const lines = named.length > 0 ? named : (back?.lines ?? []);
  // The same words again are the same refund; --again says that another one is meant.
  const numberFor = (again: string) => {
    const said = JSON.stringify([orderNo, amount, lines, restock, again, ...(back ? [back.id] : [])]);
    return `refund-${orderNo}-${createHash('sha256').update(said).digest('hex').slice(0, 16)}`;
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
  const left = `${writeMoney(made.left, made.currency)} is left to refund.`;
  if (!made.isNew) {
    const state = made.state === 'sent' ? 'was sent back' : 'is on its way back';
    say(`Nothing was refunded now: ${sum} of order ${orderNo}, requested ${time(made.createdAt)}, ${state}.`);
    say(
      made.amount > made.left ? left : `${left} To refund ${sum} once more, repeat the command with --again.`,
    );
    return;
  }
  say(`${sum} of order ${orderNo} is on its way back. ${left}`);
  for (const { position, quantity } of made.lines) {
    const line = bought.find((known) => known.position === position)!;
    const what = pieceText(quantity, line.title, line.variantOption);
    say(`${onOneLine(what)}${restock ? ': goes back into stock when the money has been sent' : ''}`);
  }
}

/** Minor units. @throws InvalidArgumentError */
function refundedAmount(typed: string, currency: string): number {
  try {
    const amount = readAmount(typed, currency);
    if (amount) return amount;
    throw new InvalidArgumentError(`"${typed}" cannot be refunded: the amount must be above 0.`);
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}

/** The return that a refund is for, null where none is named. */
async function returnNamed({ db }: Services, orderNo: string, id: string | undefined) {
  if (id === undefined) return null;
  const found = await readReturn(db.read, whole(id, 1, Number.MAX_SAFE_INTEGER));
  if (found?.orderNo !== orderNo) throw new Error(`Order ${orderNo} has no return ${id}.`);
  return found;
}

const refundStates = { new: 'waits', sent: 'sent back', refused: 'refused by the provider' };

/** `SKU=2` are pieces, all else are words. */
function split(words: readonly string[]): { pieces: Map<string, number>; others: string[] } {
  const pieces = new Map<string, number>();
  const others: string[] = [];
  for (const word of words) {
    const [, name, count] = /^(.+)=(\d+)$/.exec(word) ?? [];
    if (name && count) pieces.set(name, whole(count, 1, 9999));
    else others.push(word);
  }
  return { pieces, others };
}

function positionsOf(pieces: ReadonlyMap<string, number>, lines: readonly OrderLine[]) {
  return [...pieces].map(([sku, quantity]) => {
    const named = lines.filter((known) => known.sku === sku);
    if (named.length > 1) {
      const which = named.map(({ position }) => `line:${position}`).join(', ');
      throw new Error(`"${sku}" is on several lines: say which of ${which}.`);
    }
    const line = named[0] ?? lines.find((known) => `line:${known.position}` === sku);
    if (!line) throw new Error(`The order has no line "${sku}".`);
    return { position: line.position, quantity };
  });
}

function propertiesOf({ tailorProperties, customProps }: OrderLine): string[] {
  return [...tailorProperties, ...customProps].map(({ name, value }) => `${name}: ${value}`);
}
