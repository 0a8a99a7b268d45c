import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { OrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { calculateWireOrderTotals } from '#lib/orders/order-totals.ts';
import { OrderItems } from '../order/OrderItems.tsx';
import { Destination, OrderSums } from '../order/OrderSums.tsx';
import { usePageTexts } from './texts.ts';

/** Renders the ordered items, their price and the delivery address (ORD-11, ORD-16). */
export function Receipt({ order, money }: { order: WireOrder; money: OrderMoneyFormatter }) {
  const texts = usePageTexts();
  const totals = calculateWireOrderTotals(order);
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">{texts.text('orderNamed', { number: order.order_no })}</h2>
      <div>
        <OrderItems lines={order.variant_items} charges={totals.lines} money={money} />
        <OrderSums totals={totals} money={money} refunded={0} />
      </div>
      {order.address.address1 !== '' && (
        <dl className="receipt-facts">
          <Destination order={order} goesTo={texts.goingTo} />
        </dl>
      )}
    </section>
  );
}
