import type { WireOrder } from '#lib/contract/wire-order.ts';
import { arrivalText } from '#lib/delivery/arrival-days.ts';
import { addressLines } from '#lib/orders/address.ts';
import { lineAmount } from '#lib/orders/line-amount.ts';
import { BoughtLine, lineKey, Sums } from './BoughtLine.tsx';
import type { Money } from './types.ts';
import { useWords } from './words.ts';

/** What was ordered, where it goes and what it cost (ORD-11, ORD-16). */
export function Receipt({ order, money }: { order: WireOrder; money: Money }) {
  const words = useWords();
  const sums: [string, number | string][] = [
    [words.subtotal, money(order.subtotal_price)],
    [words.discount, -order.total_discount_amount],
    [words.shipping, order.pay_ship_amount],
    [words.insurance, order.pay_ship_insurance_amount],
    [words.tax, order.tax_amount],
    [words.tip, order.tip_amount],
  ];
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">{words.text('orderNamed', { number: order.order_no })}</h2>
      <ul className="lines">
        {order.variant_items.map((line) => {
          const amount = lineAmount(line);
          return (
            <BoughtLine
              key={lineKey(line)}
              line={line}
              amount={amount === null ? words.gift : money(amount)}
            />
          );
        })}
      </ul>
      <Sums rows={sums} currency={order.currency} total={order.total_price} money={money} />
      <dl className="receipt-facts">
        {order.address.address1 !== '' && (
          <div>
            <dt>{words.deliveredTo}</dt>
            <dd>
              {addressLines(order.address).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        )}
        {order.shipping_title !== '' && (
          <div>
            <dt>{words.shipping}</dt>
            <dd>{order.shipping_title}</dd>
            {order.arrives && <dd>{arrivalText(words, order.arrives)}</dd>}
          </div>
        )}
        <div>
          <dt>{words.confirmation}</dt>
          <dd>{order.email}</dd>
        </div>
      </dl>
    </section>
  );
}
