import { useEffect, useState } from 'react';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { addressLines } from '#lib/orders/address.ts';
import { isPayable } from '#lib/orders/status.ts';
import { OrderItems } from './OrderItems.tsx';
import { orderMoney } from './order-money.ts';

interface Props {
  order: WireOrder;
  currency: CurrencyConfig;
  /** Back to the form for another order; without it there is no such button. */
  onAnother?: () => void;
}

/** The order-status panel (ORD-01 to ORD-06, ORD-11, ORD-13 to ORD-17). */
export function OrderPanel({ order, currency, onAnother }: Props) {
  const money = orderMoney(currency, order.currency);
  const address = addressLines({ ...order.address, phone: order.address.phone });
  return (
    <article className="order" aria-labelledby="order-title">
      <header className="order-head">
        <div>
          <p className="eyebrow">Order</p>
          <h2 id="order-title">{order.order_no}</h2>
        </div>
        <p className="badge order-status">{order.order_status}</p>
      </header>

      <div className="order-columns">
        <div>
          <OrderItems lines={order.variant_items} money={money} />
          <Sums order={order} money={money} />
        </div>
        <aside className="order-facts" aria-label="Order details">
          <dl>
            <dt>Placed</dt>
            <dd>
              <LocalTime at={order.order_time} />
            </dd>
            <dt>E-mail</dt>
            <dd>{order.email}</dd>
            {address.length > 0 && (
              <>
                <dt>Goes to</dt>
                <dd>
                  <address>
                    {address.map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </address>
                </dd>
              </>
            )}
          </dl>
          {order.tracking_info.map((parcel) => (
            <Parcel key={`${parcel.tracking_company} ${parcel.tracking_num}`} parcel={parcel} />
          ))}
          {isPayable(order.status_key) && (
            <a className="button button-wide" href={`/${order.shop_id}/checkouts/${order.token}`}>
              Pay now
            </a>
          )}
          {onAnother && (
            <button type="button" className="button button-plain button-wide" onClick={onAnother}>
              Check another order
            </button>
          )}
        </aside>
      </div>
    </article>
  );
}

function Parcel({ parcel }: { parcel: WireOrder['tracking_info'][number] }) {
  return (
    <section className="order-parcel" aria-label="Parcel">
      <p>
        {parcel.tracking_company || 'Parcel'}
        {parcel.tracking_num && <span className="quiet"> {parcel.tracking_num}</span>}
      </p>
      {parcel.tracking_update_time > 0 && (
        <p className="quiet small">
          Updated <LocalTime at={parcel.tracking_update_time} />
        </p>
      )}
      {parcel.order_info.length > 0 && (
        <ul className="quiet small order-contents">
          {parcel.order_info.map(({ title, quantity }) => (
            <li key={title}>
              {quantity} × {title}
            </li>
          ))}
        </ul>
      )}
      {parcel.tracking_url ? (
        <a
          className="button button-plain button-wide"
          href={parcel.tracking_url}
          target="_blank"
          rel="noopener"
        >
          Track
        </a>
      ) : (
        <button type="button" className="button button-plain button-wide" disabled>
          Track
        </button>
      )}
    </section>
  );
}

function Sums({ order, money }: { order: WireOrder; money: (amount: number) => string }) {
  const rows: [string, number, string?][] = [
    ['Subtotal', order.subtotal_price],
    ['Shipping', order.pay_ship_amount],
    ['Discount', order.total_discount_amount, '−'],
    ['Shipping insurance', order.pay_ship_insurance_amount],
    ['Tax', order.tax_amount],
    ['Tip', order.tip_amount],
  ];
  return (
    <dl className="order-sums">
      {rows.map(([name, amount, sign = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {amount > 0 && sign}
            {money(amount)}
          </dd>
        </div>
      ))}
      <div className="order-total">
        <dt>Total</dt>
        <dd>{money(order.total_price)}</dd>
      </div>
    </dl>
  );
}

/** A point in time in the reader's own zone and manner (ORD-17); in UTC until the browser has taken over. */
function LocalTime({ at }: { at: number }) {
  const date = new Date(at);
  const [text, setText] = useState(() => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`);
  useEffect(() => {
    setText(new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at));
  }, [at]);
  return <time dateTime={date.toISOString()}>{text}</time>;
}
