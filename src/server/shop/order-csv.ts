/** Exports every line item of every order as CSV. */
import { resolve } from 'node:path';
import { toPlainSingleLine } from '#lib/control-characters.ts';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { csvLine, escapeFormula, formatPlainAmount } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import type { ReportProgress } from '../core/track-progress.ts';
import { readOrderLines } from '../orders/lines-store.ts';
import { listOrders } from '../orders/merchant-store.ts';
import { readOrder } from '../orders/store.ts';
import { writeFileAtomically } from './command.ts';
import { formatMinute, orderStatusName } from './order-texts.ts';

const columns =
  'Order,Placed,Status,Hold,Email,Currency,Total,SKU,Title,Option,Pieces,Price,Discount,Name,Street,City,Zip,Province,Country,Billing name,Billing street,Billing city,Billing zip,Billing province,Billing country'.split(
    ',',
  );

/** Returns the CSV cells of a delivery or billing address. */
function placeOf(address: Address): string[] {
  return [
    `${address.first_name} ${address.last_name}`.trim(),
    `${address.address1} ${address.house_number}`.trim(),
    ...[address.city, address.zip, address.province, address.country_code],
  ].map(personCell);
}

/** Sanitises a cell with user-supplied text: orders from earlier versions contain names and addresses exactly as shoppers sent them. */
function personCell(text: string): string {
  return escapeFormula(toPlainSingleLine(text));
}

async function rowsOf(services: Services, orderNo: string): Promise<string[][]> {
  const order = await readOrder(services.db, orderNo);
  if (!order) return [];
  const { address, billing, currency } = order;
  const head = [
    orderNo,
    formatMinute(order.orderTime),
    orderStatusName(order.statusKey),
    personCell(order.holdReason),
  ];
  // The billing columns are blank if the billing address is the delivery address.
  const rest = [...placeOf(address), ...placeOf(billing ?? emptyAddress)];
  return (await readOrderLines(services.db.read, orderNo)).map((line) => [
    ...head,
    ...[personCell(order.email), currency, formatPlainAmount(order.amounts.total, currency)],
    ...[line.sku, line.title, line.variantOption].map(personCell),
    ...[
      String(line.quantity),
      formatPlainAmount(line.price, currency),
      formatPlainAmount(line.discount, currency),
    ],
    ...rest,
  ]);
}

/** Writes all orders to a CSV file. If this fails, an existing file stays unchanged. @returns the number of orders */
export async function writeOrders(
  services: Services,
  file: string,
  onProgress: ReportProgress,
): Promise<number> {
  let count = 0;
  await writeFileAtomically(resolve(file), async (target) => {
    target.write(csvLine(columns));
    const orders = await listOrders(services.db.read, 1_000_000);
    for (const { orderNo } of orders) {
      onProgress(count, orders.length);
      for (const row of await rowsOf(services, orderNo)) target.write(csvLine(row));
      count += 1;
    }
    await new Promise<void>((done, fail) => target.once('error', fail).end(done));
  });
  return count;
}
