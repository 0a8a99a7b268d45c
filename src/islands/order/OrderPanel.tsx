import { type ReactNode, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { createOrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { statusLabel } from '#lib/messages/order.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import { formatLineText } from '#lib/orders/line-text.ts';
import { calculateWireOrderTotals } from '#lib/orders/order-totals.ts';
import { isPayable } from '#lib/orders/status.ts';
import { type OrderHelp, OrderHelpLinks } from './OrderHelp.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderReturns } from './OrderReturns.tsx';
import { Destination, OrderSums } from './OrderSums.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { LocalTime } from './Times.tsx';
import { usePageTexts } from './texts.ts';

interface Props {
  order: WireOrder;
  currency: CurrencyConfig;
  help: OrderHelp;
  /** Content below the order details. */
  children?: ReactNode;
}

/** Renders the order-status panel (ORD-01 to ORD-06, ORD-11, ORD-13 to ORD-17). */
export function OrderPanel({ order: initialOrder, currency, help, children }: Props) {
  const [order, setOrder] = useState(initialOrder);
  const texts = usePageTexts();
  const money = createOrderMoneyFormatter(currency, order.currency);
  const totals = calculateWireOrderTotals(order);
  const parcels = order.tracking_info;
  return (
    <article className="order" aria-labelledby={`order-${order.order_no}`}>
      <header className="order-head">
        <div>
          <p className="visually-hidden">{texts.order}</p>
          <h2 id={`order-${order.order_no}`}>{order.order_no}</h2>
        </div>
        <p className="badge order-status">{statusLabel(order.status_key, texts)}</p>
      </header>

      <OrderTimeline order={order} />

      <div className="order-columns">
        <div>
          <OrderItems lines={order.variant_items} charges={totals.lines} money={money} />
          <OrderSums
            totals={totals}
            money={money}
            refunded={roundToMinorUnits(order.refunded_amount, order.currency)}
          />
        </div>
        <aside className="order-facts" aria-label={texts.orderDetails}>
          {isPayable(order.status_key) && (
            <a className="button button-wide" href={localPath(`/${order.shop_id}/checkouts/${order.token}`)}>
              {texts.orderPay}
            </a>
          )}
          {parcels.map((parcel, index) => (
            <OrderParcel
              key={`${parcel.tracking_num} ${parcel.tracking_update_time}`}
              parcel={parcel}
              place={{ at: index + 1, of: parcels.length }}
            />
          ))}
          <Facts order={order} />
          <OrderReturns order={order} onRequested={setOrder}>
            {order.paid_at !== null && (
              <a className="button button-plain" href={localPath(invoiceAddress(order))}>
                {texts.printInvoice}
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

/** Returns the path of the invoice page, with the order's access token. */
function invoiceAddress({ order_no, token }: WireOrder): string {
  return `/fulfillment/invoice?${new URLSearchParams({ order_no, token })}`;
}

function Facts({ order }: { order: WireOrder }) {
  const texts = usePageTexts();
  return (
    <dl>
      <div>
        <dt>{texts.orderPlaced}</dt>
        <dd>
          <LocalTime at={order.order_time} />
        </dd>
      </div>
      <div>
        <dt>{texts.orderEmail}</dt>
        <dd>{order.email}</dd>
      </div>
      <Destination order={order} goesTo={texts.orderGoesTo} />
    </dl>
  );
}

interface ParcelProps {
  parcel: WireOrder['tracking_info'][number];
  /** Number of this parcel, from 1 (`at`), and total number of parcels (`of`). */
  place: { at: number; of: number };
}

/** Renders a parcel: its contents, the date of its latest status, and the tracking link (ORD-02, ORD-05, ORD-06). */
function OrderParcel({ parcel, place: { at, of } }: ParcelProps) {
  const texts = usePageTexts();
  const { tracking_company: company, tracking_num: number, delivered_at } = parcel;
  const title = of === 1 ? texts.parcel : texts.text('parcelOf', { at, of });
  return (
    <section className="order-parcel" aria-label={title}>
      <h3>{title}</h3>
      <p className="order-parcel-when">
        {delivered_at === null ? texts.stepSent : texts.stepDelivered}
        <span className="quiet small">
          <LocalTime at={delivered_at ?? parcel.tracking_update_time} />
        </span>
      </p>
      {parcel.order_info.length > 0 && (
        <ul className="small order-contents">
          {parcel.order_info.map(({ title: piece, variant_option, quantity }, index) => (
            // Keyed by index, because a parcel's contents are never reordered and may include the same item twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>{formatLineText(quantity, piece, variant_option)}</li>
          ))}
        </ul>
      )}
      <p className="order-parcel-way">
        <span className="quiet small">{[company, number].filter(Boolean).join(' ')}</span>
        {parcel.tracking_url ? (
          <a className="link-row" href={parcel.tracking_url} target="_blank" rel="noopener">
            {texts.track}
          </a>
        ) : (
          <button type="button" className="link-row order-track-off" disabled>
            {texts.track}
          </button>
        )}
      </p>
    </section>
  );
}
