/** Commands about orders: thin over what orders and payments do for a merchant. */
import { createHash } from 'node:crypto';
import { addressLines } from '#lib/orders/address-lines.ts';
import { pieceText } from '#lib/orders/piece-text.ts';
import { BadCell, readAmount, writeMoney } from '../catalog/csv/cells.ts';
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
import { BadUsage, type Call, type Command, exactly, onOneLine, whole } from './command.ts';
import { writeOrders } from './order-csv.ts';
import { statusNamed, statusOf, time } from './order-words.ts';

type Run = (call: Call, words: string[]) => Promise<void>;

export const orderCommands: Record<string, Command> = {
  orders: {
    usage:
      'orders [COUNT] | list [COUNT] [--status=WORDS] | show NO | pack NO | ship NO TRACKING [COMPANY] [SKU=PIECES…] | deliver NO [TRACKING] | refund NO [AMOUNT] [SKU=PIECES…] [--return=ID] [--restock] [--reason=TEXT] [--again[=N]] [--forget] | cancel NO | hold NO REASON | release NO | export FILE.csv',
    summary:
      'Lists the newest orders, 20 unless told; shows one whole; notes that one is packed or has arrived; sends parcels, of lines by SKU or `line:0`; refunds whole or in part, and the same once more with --again; cancels, holds, releases; writes all lines as CSV.',
    switches: ['status', 'restock', 'reason', 'again', 'forget', 'return'],
    run: async (call) => {
      const [what = '20', ...words] = call.words;
      if (/^\d+$/.test(what)) await list(call, call.words);
      else if (Object.hasOwn(parts, what)) await parts[what]!(call, words);
      else throw new BadUsage(`"${what}" is nothing that can be done with orders.`);
      return true;
    },
  },

  ship: {
    usage: 'ship ORDER TRACKING [COMPANY]',
    summary: 'Sends all that is left of a paid order, as `orders ship` does.',
    run: async (call) => {
      await ship(call, call.words);
      return true;
    },
  },
};

const list: Run = async ({ services, switches, say }, words) => {
  if (words.length > 1) throw new BadUsage('There are too many words.');
  const orders = await listOrders(
    services.db.read,
    whole(words[0] ?? '20', 1, 1000),
    statusNamed(switches.get('status')),
  );
  for (const order of orders) {
    const total = writeMoney(order.total, order.currency).padStart(14);
    const hold = order.holdReason ? `, on hold: ${onOneLine(order.holdReason)}` : '';
    say(
      `${order.orderNo}  ${time(order.orderTime)}  ${total}  ${statusOf(order.status)}${hold}  ${onOneLine(order.email)}`,
    );
  }
  if (orders.length === 0) say(switches.has('status') ? 'There are none.' : 'No orders yet.');
};

const show: Run = async ({ services, say }, words) => {
  const [orderNo = ''] = exactly(words, 1);
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
};

const ship: Run = async ({ services, say }, words) => {
  const [orderNo, trackingNum, ...rest] = words;
  if (!orderNo || !trackingNum) throw new BadUsage('The order number or the tracking number is missing.');
  if (!/^[\w-]{3,60}$/.test(trackingNum)) throw new BadUsage(`"${trackingNum}" is not a tracking number.`);
  const { pieces, others } = split(rest);
  const lines = positionsOf(pieces, await readOrderLines(services.db.read, orderNo));
  const company = others.join(' ').slice(0, 60);
  await shipOrder(services, { orderNo, trackingNum, company, lines });
  say(`Order ${orderNo} is shipped with ${trackingNum}`);
};

const refund: Run = async ({ services, switches, say }, words) => {
  const [orderNo, ...rest] = words;
  if (!orderNo) throw new BadUsage('The order number is missing.');
  if (switches.has('forget')) {
    if (rest.length > 0)
      throw new BadUsage('--forget gives up every refund of an order that waits: write no amount or pieces.');
    const forgotten = await forgetRefunds(services, orderNo);
    for (const { amount, currency } of forgotten)
      say(`${writeMoney(amount, currency)} of order ${orderNo}: given up, it can be refunded again`);
    if (forgotten.length === 0) say(`No refund of order ${orderNo} waits; nothing was given up.`);
    return;
  }
  const { pieces, others } = split(rest);
  const order = await readOrder(services.db, orderNo);
  if (!order) throw new Error(`There is no order ${orderNo}.`);
  const [typed] = others;
  if (others.length > 1) throw new BadUsage('There are too many words.');
  const amount = typed === undefined ? null : refundedAmount(typed, order.currency);
  const bought = await readOrderLines(services.db.read, orderNo);
  const named = positionsOf(pieces, bought);
  const back = await returnNamed(services, orderNo, switches.get('return'));
  const lines = named.length > 0 ? named : (back?.lines ?? []);
  const restock = switches.has('restock');
  // The same words again are the same refund; --again says that another one is meant.
  const numberFor = (again: string) => {
    const said = JSON.stringify([orderNo, amount, lines, restock, again, ...(back ? [back.id] : [])]);
    return `refund-${orderNo}-${createHash('sha256').update(said).digest('hex').slice(0, 16)}`;
  };
  let again = switches.get('again') ?? '';
  if (switches.has('again') && again === '') {
    const used = new Set((await readRefunds(services.db.read, orderNo)).map(({ requestId }) => requestId));
    let turn = 2;
    while (used.has(numberFor(String(turn)))) turn += 1;
    again = String(turn);
  }
  const reason = switches.get('reason') ?? '';
  const wish = { amount, lines, restock, reason, returnId: back?.id ?? null };
  const made = await refundOrder(services, { ...wish, orderNo, requestId: numberFor(again) });
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
};

/** Minor units. @throws BadUsage */
function refundedAmount(typed: string, currency: string): number {
  try {
    const amount = readAmount(typed, currency);
    if (amount) return amount;
    throw new BadUsage(`"${typed}" cannot be refunded: the amount must be above 0.`);
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    throw new BadUsage(error.message);
  }
}

/** The return that a refund is for, null where none is named. */
async function returnNamed({ db }: Call['services'], orderNo: string, id: string | undefined) {
  if (id === undefined) return null;
  const found = await readReturn(db.read, whole(id, 1, Number.MAX_SAFE_INTEGER));
  if (found?.orderNo !== orderNo) throw new Error(`Order ${orderNo} has no return ${id}.`);
  return found;
}

const refundStates = { new: 'waits', sent: 'sent back', refused: 'refused by the provider' };

const parts: Record<string, Run> = {
  list,
  show,
  ship,
  refund,
  pack: async ({ services, say }, words) => {
    const [orderNo = ''] = exactly(words, 1);
    await packOrder(services, orderNo);
    say(`Order ${orderNo} is packed`);
  },
  deliver: async ({ services, say }, [orderNo, trackingNum = '', ...more]) => {
    if (!orderNo) throw new BadUsage('The order number is missing.');
    if (more.length > 0) throw new BadUsage('There are too many words.');
    await deliverOrder(services, orderNo, trackingNum);
    say(`Order ${orderNo}: ${trackingNum || 'every parcel that was sent'} has arrived`);
  },
  cancel: async ({ services, say }, words) => {
    const [orderNo = ''] = exactly(words, 1);
    await cancelOrder(services, orderNo);
    say(`Order ${orderNo} is cancelled`);
  },
  hold: async ({ services, say }, [orderNo = '', ...reason]) => {
    if (reason.length === 0) throw new BadUsage('The order number or the reason is missing.');
    await holdOrder(services, orderNo, reason.join(' ').slice(0, 500));
    say(`Order ${orderNo} is on hold`);
  },
  release: async ({ services, say }, words) => {
    const [orderNo = ''] = exactly(words, 1);
    await holdOrder(services, orderNo, '');
    say(`Order ${orderNo} goes on`);
  },
  export: async ({ services, say }, words) => {
    const [file = ''] = exactly(words, 1);
    say(`${await writeOrders(services, file)} orders written`);
  },
};

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
