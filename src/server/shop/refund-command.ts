/** Runs the command `orders refund`: parses the arguments, makes the refund and prints the outcome. */
import { createHash } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { formatLineText } from '#lib/orders/line-text.ts';
import { CellError, formatAmountWithCurrency, readAmount } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { readRefunds } from '../orders/refunds-store.ts';
import { readReturn } from '../orders/returns-store.ts';
import { readOrder } from '../orders/store.ts';
import { cancelQueuedRefunds, refundOrder } from '../payments/attempts/merchant-refund.ts';
import { type CommandContext, parseIntegerInRange, toTerminalLine } from './command.ts';
import { noOrder, positionsOf, splitUnits } from './order-arguments.ts';
import { formatMinute } from './order-texts.ts';

export interface RefundOptions {
  return?: string;
  restock?: boolean;
  reason?: string;
  again?: string;
  forget?: boolean;
}

/** Refunds an order or, with `--forget`, cancels the order's queued refunds. @throws InvalidArgumentError, Error for an unknown order */
export async function refundFromArguments(
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
    const forgotten = await cancelQueuedRefunds(services, orderNo);
    for (const { amount, currency } of forgotten)
      printLine(
        `Stopped the refund of ${formatAmountWithCurrency(amount, currency)} of order ${orderNo}; you can refund it again`,
      );
    if (forgotten.length === 0) printLine(`Order ${orderNo} has no waiting refund; nothing was changed.`);
    return;
  }
  const { quantities, others } = splitUnits(args);
  const order = await readOrder(services.db, orderNo);
  if (!order) throw noOrder(orderNo);
  const [typed] = others;
  if (others.length > 1) throw new InvalidArgumentError(`Give one amount only, not "${others.join(' ')}".`);
  const amount = typed === undefined ? null : refundedAmount(typed, order.currency);
  const bought = await readOrderLines(services.db.read, orderNo);
  const named = positionsOf(quantities, bought);
  const back = await returnNamed(services, orderNo, options.return);
  const lines = named.length > 0 ? named : (back?.lines ?? []);
  // Derive the request id from the arguments, so that a repeated command does not refund twice, unless --again differs.
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
  const sum = formatAmountWithCurrency(made.amount, made.currency);
  const remainingText = `${formatAmountWithCurrency(made.remaining, made.currency)} can still be refunded.`;
  if (!made.isNew) {
    const state = made.state === 'sent' ? 'was sent' : 'is being sent';
    printLine(
      `No new refund: this refund of ${sum} of order ${orderNo}, requested ${formatMinute(made.createdAt)}, ${state}.`,
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
    const what = formatLineText(quantity, line.title, line.variantOption);
    printLine(`${toTerminalLine(what)}${restock ? ': returns to stock once the refund is sent' : ''}`);
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

/** Returns the customer's return that a refund is for; null if no id is given. */
async function returnNamed({ db }: Services, orderNo: string, id: string | undefined) {
  if (id === undefined) return null;
  const found = await readReturn(db.read, parseIntegerInRange(id, 1, Number.MAX_SAFE_INTEGER));
  if (found?.orderNo !== orderNo) throw new Error(`Order ${orderNo} has no return ${id}.`);
  return found;
}
