import { type ReactNode, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { orderMoney } from '#lib/currency/order-money.ts';
import { statusWords } from '#lib/messages/order.ts';
import { shownMinor } from '#lib/money/minor.ts';
import { billOfWire } from '#lib/orders/bill.ts';
import { isPayable } from '#lib/orders/status.ts';
import { type OrderHelp, OrderHelpLinks } from './OrderHelp.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderParcel } from './OrderParcel.tsx';
import { OrderReturns } from './OrderReturns.tsx';
import { Destination, OrderSums } from './OrderSums.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { LocalTime } from './Times.tsx';
import { useWords } from './words.ts';

interface Props {
  order: WireOrder;
  currency: CurrencyConfig;
  help: OrderHelp;
  /** What ends what is said beside it. */
  children?: ReactNode;
}

/** The order-status panel (ORD-01 to ORD-06, ORD-11, ORD-13 to ORD-17). */
export function OrderPanel({ order: given, currency, help, children }: Props) {
  const [order, setOrder] = useState(given);
  const words = useWords();
  const money = orderMoney(currency, order.currency);
  const bill = billOfWire(order);
  const parcels = order.tracking_info;
  return (
    <article className="order" aria-labelledby={`order-${order.order_no}`}>
      <header className="order-head">
        <div>
          <p className="visually-hidden">{words.order}</p>
          <h2 id={`order-${order.order_no}`}>{order.order_no}</h2>
        </div>
        <p className="badge order-status">{statusWords(order.status_key, words)}</p>
      </header>

      <OrderTimeline order={order} />

      <div className="order-columns">
        <div>
          <OrderItems lines={order.variant_items} charges={bill.lines} money={money} />
          <OrderSums bill={bill} money={money} refunded={shownMinor(order.refunded_amount, order.currency)} />
        </div>
        <aside className="order-facts" aria-label={words.orderDetails}>
          {isPayable(order.status_key) && (
            <a className="button button-wide" href={localPath(`/${order.shop_id}/checkouts/${order.token}`)}>
              {words.orderPay}
            </a>
          )}
          {parcels.map((parcel, index) => (
            <OrderParcel
              key={`${parcel.tracking_company} ${parcel.tracking_num}`}
              parcel={parcel}
              place={{ at: index + 1, of: parcels.length }}
            />
          ))}
          <Facts order={order} />
          <OrderReturns order={order} onAsked={setOrder}>
            {order.paid_at !== null && (
              <a className="button button-plain" href={localPath(invoiceAddress(order))}>
                {words.printInvoice}
              </a>
            )}
          </OrderReturns>
          <OrderHelpLinks help={help} orderNo={order.order_no} />
          {children}
        </aside>
      </div>
    </article>
  );
}

/** Opens for who holds the order's token. */
function invoiceAddress({ order_no, token }: WireOrder): string {
  return `/fulfillment/invoice?${new URLSearchParams({ order_no, token })}`;
}

function Facts({ order }: { order: WireOrder }) {
  const words = useWords();
  return (
    <dl>
      <div>
        <dt>{words.orderPlaced}</dt>
        <dd>
          <LocalTime at={order.order_time} />
        </dd>
      </div>
      <div>
        <dt>{words.orderEmail}</dt>
        <dd>{order.email}</dd>
      </div>
      <Destination order={order} goesTo={words.orderGoesTo} />
    </dl>
  );
}
