import type { WireOrder } from '#lib/contract/wire-order.ts';
import { addressLines } from '#lib/orders/address.ts';
import type { Money } from './types.ts';

/** What was ordered, where it goes and what it cost (ORD-11, ORD-16). */
export function Receipt({ order, money }: { order: WireOrder; money: Money }) {
  const sums: [string, number][] = [
    ['Subtotal', order.subtotal_price],
    ['Discount', -order.total_discount_amount],
    ['Shipping', order.pay_ship_amount],
    ['Insurance', order.pay_ship_insurance_amount],
    ['Tax', order.tax_amount],
    ['Tip', order.tip_amount],
  ];
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Order {order.order_no}</h2>
      <ul className="lines">
        {order.variant_items.map((line) => (
          <li
            className="line"
            key={[line.variant_id, line.is_gift, line.tailor_properties, line.quantity].join(' ')}
          >
            <span className="line-picture">
              {line.image_url && <img src={line.image_url} alt="" width="72" height="72" decoding="async" />}
              <span className="line-count">
                <span className="visually-hidden">Quantity </span>
                {line.quantity}
              </span>
            </span>
            <span className="line-text">
              <span className="line-title">{line.title}</span>
              {line.variant_option && <span className="small quiet">{line.variant_option}</span>}
              {line.variant_custom_props.map(({ name, value }) => (
                <span className="small quiet" key={name}>
                  {name}: {value}
                </span>
              ))}
            </span>
            <span className="amount">
              {line.is_gift ? 'Gift' : money(line.price * line.quantity - line.discount)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="sums">
        {sums.map(
          ([name, amount]) =>
            (amount !== 0 || name === 'Subtotal') && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{amount < 0 ? `−${money(-amount)}` : money(amount)}</dd>
              </div>
            ),
        )}
        <div className="total">
          <dt>Total</dt>
          <dd>
            <span className="small quiet">{order.currency}</span> {money(order.total_price)}
          </dd>
        </div>
      </dl>
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
