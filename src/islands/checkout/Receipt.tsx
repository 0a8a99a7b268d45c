import type { WireOrder } from '#lib/contract/wire-order.ts';
import { addressLines } from '#lib/orders/address.ts';
import { BoughtLine, lineKey } from './BoughtLine.tsx';
import { Sums } from './Sums.tsx';
import type { Money } from './types.ts';

/** What was ordered, where it goes and what it cost (ORD-11, ORD-16). */
export function Receipt({ order, money }: { order: WireOrder; money: Money }) {
  const written = (amount: number) => {
    if (amount === 0) return null;
    return amount < 0 ? `−${money(-amount)}` : money(amount);
  };
  const sums: [string, string | null][] = [
    ['Subtotal', money(order.subtotal_price)],
    ['Discount', written(-order.total_discount_amount)],
    ['Shipping', written(order.pay_ship_amount)],
    ['Insurance', written(order.pay_ship_insurance_amount)],
    ['Tax', written(order.tax_amount)],
    ['Tip', written(order.tip_amount)],
  ];
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Order {order.order_no}</h2>
      <ul className="lines">
        {order.variant_items.map((line) => (
          <BoughtLine
            key={lineKey(line)}
            line={line}
            amount={line.is_gift ? 'Gift' : money(line.price * line.quantity - line.discount)}
          />
        ))}
      </ul>
      <Sums rows={sums} currency={order.currency} total={money(order.total_price)} />
      <dl className="receipt-facts">
        {order.address.address1 !== '' && (
          <div>
            <dt>Delivered to</dt>
            <dd>
              {addressLines(order.address).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        )}
        {order.shipping_title !== '' && (
          <div>
            <dt>Shipping</dt>
            <dd>{order.shipping_title}</dd>
          </div>
        )}
        <div>
          <dt>Confirmation</dt>
          <dd>{order.email}</dd>
        </div>
      </dl>
    </section>
  );
}
