/** Creates the table of add-to-bag events. The bag itself is stored in the browser. */
import type { ColumnTypes, TableDefinition } from '../ddl.ts';

export function bagTables({ id, whole, text }: ColumnTypes): Record<string, TableDefinition> {
  return {
    bag_events: {
      columns: {
        id,
        client_id: text,
        event_id: text,
        product_id: whole,
        variant_id: whole,
        quantity: whole,
        cart_num: whole,
        at: whole,
      },
      indexes: [{ on: ['event_id', 'variant_id'], unique: true, where: `event_id <> ''` }, { on: ['at'] }],
    },
  };
}
