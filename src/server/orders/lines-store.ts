import { type Insertable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { OrderLinesTable } from '../db/tables.ts';
import type { OrderLine, Parcel } from './order.ts';

const storedTailor = z.array(z.object({ name: z.string(), type: z.number(), value: z.string() })).catch([]);
const storedProps = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

const storedContents = z
  .array(
    z.object({
      title: z.string(),
      quantity: z.number(),
      image_url: z.string().catch(''),
      position: z.number().optional(),
    }),
  )
  .catch([]);

function toLine(row: Selectable<OrderLinesTable> & { handle: string | null }): OrderLine {
  return {
    position: row.position,
    productId: row.product_id,
    variantId: row.variant_id,
    title: row.title,
    seoUrl: row.handle ?? '',
    variantOption: row.variant_option,
    imageUrl: row.image_url,
    sku: row.sku,
    quantity: row.quantity,
    price: row.price,
    discount: row.discount,
    tax: row.tax,
    isGift: row.is_gift === 1,
    isVirtual: row.is_virtual_item === 1,
    isTailor: row.is_tailor === 1,
    tailorProperties: storedTailor.parse(JSON.parse(row.tailor_properties || '[]')),
    customProps: storedProps.parse(JSON.parse(row.variant_custom_props || '[]')),
  };
}

export async function readOrderLines(from: Queryable, orderNo: string): Promise<OrderLine[]> {
  return (await lineRows(from, orderNo)).map(toLine);
}

const lineRows = prepareQuery((from, orderNo: string) =>
  from
    .selectFrom('order_lines')
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'order_lines.product_id').on('products.deleted_at', 'is', null),
    )
    .selectAll('order_lines')
    .select('products.handle')
    .where('order_no', '=', orderNo)
    .orderBy('order_lines.position'),
);

/** Returns the order's parcels in the order in which they were shipped. */
export async function readParcels(from: Queryable, orderNo: string): Promise<Parcel[]> {
  const rows = await from
    .selectFrom('parcels')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    trackingNum: row.tracking_num,
    trackingCompany: row.tracking_company,
    trackingUpdateTime: row.tracking_update_time,
    orderInfo: storedContents.parse(JSON.parse(row.order_info || '[]')),
    deliveredAt: row.delivered_at,
  }));
}

export async function insertOrderLines(
  trx: Transaction,
  orderNo: string,
  lines: readonly OrderLine[],
): Promise<void> {
  await insertRows(
    trx,
    lines.map((line) => ({
      order_no: orderNo,
      position: line.position,
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      variant_option: line.variantOption,
      image_url: line.imageUrl,
      sku: line.sku,
      quantity: line.quantity,
      price: line.price,
      discount: line.discount,
      tax: line.tax,
      is_gift: line.isGift ? (1 as const) : (0 as const),
      is_virtual_item: line.isVirtual ? (1 as const) : (0 as const),
      is_tailor: line.isTailor ? (1 as const) : (0 as const),
      tailor_properties: JSON.stringify(line.tailorProperties),
      variant_custom_props: JSON.stringify(line.customProps),
    })),
  );
}

const insertRows = prepareQuery((trx, rows: readonly Insertable<OrderLinesTable>[]) =>
  trx.insertInto('order_lines').values(rows),
);

/** Adds the quantities of a paid order to the sales count of its products. Gifts do not count as sold. */
export async function incrementSoldQuantities(trx: Transaction, lines: readonly OrderLine[]): Promise<void> {
  const sold = new Map<number, number>();
  for (const line of lines) {
    if (!line.isGift) sold.set(line.productId, (sold.get(line.productId) ?? 0) + line.quantity);
  }
  const byId = [...sold].sort(([left], [right]) => left - right);
  for (const [productId, quantity] of byId) {
    await trx
      .updateTable('products')
      .set({ sold_count: sql<number>`sold_count + ${quantity}` })
      .where('id', '=', productId)
      .execute();
  }
}
