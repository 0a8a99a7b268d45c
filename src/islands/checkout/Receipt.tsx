import type { WireOrder } from '#lib/contract/wire-order.ts';
import { fill } from '#lib/fill.ts';
import { addressLines } from '#lib/orders/address.ts';
import { lineAmount } from '#lib/orders/line-amount.ts';
import { BoughtLine, lineKey, Sums } from './BoughtLine.tsx';
import type { Money } from './types.ts';
import { useWords } from './words.ts';

/** What was ordered, where it goes and what it cost (ORD-11, ORD-16). */
export function Receipt({ order, money }: { order: WireOrder; money: Money }) {
  const words = useWords();
  const written = (amount: number) => {
    if (amount === 0) return null;
    return amount < 0 ? `−${money(-amount)}` : money(amount);
  };
  const sums: [string, string | null][] = [
    [words.subtotal, money(order.subtotal_price)],
    [words.discount, written(-order.total_discount_amount)],
    [words.shipping, written(order.pay_ship_amount)],
    [words.insurance, written(order.pay_ship_insurance_amount)],
    [words.tax, written(order.tax_amount)],
    [words.tip, written(order.tip_amount)],
  ];
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">{fill(words.orderNamed, { number: order.order_no })}</h2>
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
      <Sums rows={sums} currency={order.currency} total={money(order.total_price)} />
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
