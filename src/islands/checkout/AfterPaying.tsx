import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { GoesWith } from './GoesWith.tsx';
import { SaveDetails } from './SaveDetails.tsx';

interface Props {
  order: WireOrder;
  /** The order is a guest's and paid, and the shop has accounts. */
  canSave: boolean;
  currency: CurrencyConfig;
}

/** What a buyer may do next; fetched once the order is there. */
export function AfterPaying({ order, canSave, currency }: Props) {
  const bought = [...new Set(order.variant_items.map(({ product_id }) => product_id))];
  return (
    <>
      {canSave && <SaveDetails order={order} />}
      <GoesWith bought={bought} currency={currency} />
    </>
  );
}
