/** Defines the CLI commands for orders; the logic is in server/orders and server/payments. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toWire } from '#lib/money/minor.ts';
import { formatAmountWithCurrency } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import {
  cancelOrder,
  holdOrder,
  listOrders,
  type OrderSummary,
  shipOrder,
} from '../orders/merchant-store.ts';
import { deliverOrder, packOrder } from '../orders/order-progress.ts';
import {
  addExamples,
  type CommandContext,
  formatCount,
  isoTime,
  jsonOption,
  parseIntegerInRange,
  printResult,
  toTerminalLine,
} from './command.ts';
import { positionsOf, splitUnits } from './order-arguments.ts';
import { writeOrders } from './order-csv.ts';
import { formatMinute, orderStatusName, statusNames } from './order-texts.ts';
import { type RefundOptions, refundFromArguments } from './refund-command.ts';
import { showOrder } from './show-order.ts';

/** Adds the command `orders`, and `ship` as a short form of `orders ship`. */
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
        parseIntegerInRange(count ?? '20', 1, 1000),
        status === undefined ? null : Number(status),
      );
      const lines = found.map((order) => {
        const total = formatAmountWithCurrency(order.total, order.currency).padStart(14);
        const hold = order.holdReason ? `, on hold: ${toTerminalLine(order.holdReason)}` : '';
        return `${order.orderNo}  ${formatMinute(order.orderTime)}  ${total}  ${orderStatusName(order.status)}${hold}  ${toTerminalLine(order.email)}`;
      });
      const none = status === undefined ? 'No orders yet.' : 'No such orders.';
      printResult(context, found.map(summaryData), lines.length > 0 ? lines : [none]);
    });
  orders
    .command('show <no>')
    .summary('Show one order')
    .description('Shows one order with its lines, payments, refunds, parcels and returns.')
    .option(...jsonOption)
    .action((orderNo: string) => showOrder(context, orderNo));
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
      refundFromArguments(context, orderNo, args, options),
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
      printLine(`${formatCount(count, 'order')} written to ${file}`);
    });
}

/** Converts an order to the `--json` format of order lists; amounts are in major units of the order's currency. */
function summaryData({ orderNo, orderTime, status, holdReason, total, currency, email }: OrderSummary) {
  return {
    ...{ order_no: orderNo, placed_at: isoTime(orderTime), status: orderStatusName(status), email },
    ...{ hold_reason: holdReason, total: toWire(total, currency), currency },
  };
}

const releaseOrder = (services: Services, orderNo: string) => holdOrder(services, orderNo, '');

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
  const { quantities, others } = splitUnits(args);
  const lines = positionsOf(quantities, await readOrderLines(services.db.read, orderNo));
  const company = others.join(' ').slice(0, 60);
  await shipOrder(services, { orderNo, trackingNum, company, lines });
  printLine(
    `Order ${orderNo} is shipped ${trackingNum ? `with ${trackingNum}` : 'without a tracking number'}`,
  );
}
