import { useEffect, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import { type CurrencyConfig, ownCurrency } from '#lib/currency/config.ts';
import { arrivalText } from '#lib/delivery/arrival-days.ts';
import { statusWords } from '#lib/messages/order.ts';
import { formatMoney } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';
import { addressLines } from '#lib/orders/address.ts';
import { isAwaited, isPayable } from '#lib/orders/status.ts';
import { OrderItems } from './OrderItems.tsx';
import { useWords } from './words.ts';

interface Props {
  order: WireOrder;
  currency: CurrencyConfig;
  /** Back to the form for another order; without it there is no such button. */
  onAnother?: () => void;
}

/** The order-status panel (ORD-01 to ORD-06, ORD-11, ORD-13 to ORD-17). */
export function OrderPanel({ order, currency, onAnother }: Props) {
  const words = useWords();
  const money = orderMoney(currency, order.currency);
  const address = addressLines({ ...order.address, phone: order.address.phone });
  return (
    <article className="order" aria-labelledby={`order-${order.order_no}`}>
      <header className="order-head">
        <div>
          <p className="eyebrow">{words.order}</p>
          <h2 id={`order-${order.order_no}`}>{order.order_no}</h2>
        </div>
        <p className="badge order-status">{statusWords(order.status_key, words)}</p>
      </header>

      <div className="order-columns">
        <div>
          <OrderItems lines={order.variant_items} money={money} />
          <Sums order={order} money={money} />
        </div>
        <aside className="order-facts" aria-label={words.orderDetails}>
          <dl>
            <dt>{words.orderPlaced}</dt>
            <dd>
              <LocalTime at={order.order_time} />
            </dd>
            <dt>{words.orderEmail}</dt>
            <dd>{order.email}</dd>
            {address.length > 0 && (
              <>
                <dt>{words.orderGoesTo}</dt>
                <dd>
                  <address>
                    {address.map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </address>
                </dd>
              </>
            )}
            {order.arrives && isAwaited(order.status_key) && (
              <>
                <dt>{words.shipping}</dt>
                <dd suppressHydrationWarning>{arrivalText(words, order.arrives)}</dd>
              </>
            )}
          </dl>
          {order.tracking_info.map((parcel) => (
            <Parcel key={`${parcel.tracking_company} ${parcel.tracking_num}`} parcel={parcel} />
          ))}
          {isPayable(order.status_key) && (
            <a className="button button-wide" href={localPath(`/${order.shop_id}/checkouts/${order.token}`)}>
              {words.orderPay}
            </a>
          )}
          {onAnother && (
            <button type="button" className="button button-plain button-wide" onClick={onAnother}>
              {words.checkAnotherOrder}
            </button>
          )}
        </aside>
      </div>
    </article>
  );
}

function Parcel({ parcel }: { parcel: WireOrder['tracking_info'][number] }) {
  const words = useWords();
  return (
    <section className="order-parcel" aria-label={words.parcel}>
      <p>
        {parcel.tracking_company || words.parcel}
        {parcel.tracking_num && <span className="quiet"> {parcel.tracking_num}</span>}
      </p>
      {parcel.tracking_update_time > 0 && (
        <p className="quiet small">
          {words.parcelUpdated} <LocalTime at={parcel.tracking_update_time} />
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
          {words.track}
        </a>
      ) : (
        <button type="button" className="button button-plain button-wide" disabled>
          {words.track}
        </button>
      )}
    </section>
  );
}

function Sums({ order, money }: { order: WireOrder; money: (amount: number) => string }) {
  const words = useWords();
  const rows: [string, number, string?][] = [
    [words.subtotal, order.subtotal_price],
    [words.shipping, order.pay_ship_amount],
    [words.discount, order.total_discount_amount, '−'],
    [words.shippingInsurance, order.pay_ship_insurance_amount],
    [words.tax, order.tax_amount],
    [words.tip, order.tip_amount],
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
        <dt>{words.total}</dt>
        <dd>{money(order.total_price)}</dd>
      </div>
      {order.refunded_amount > 0 && (
        <div>
          <dt>{words.refunded}</dt>
          <dd>−{money(order.refunded_amount)}</dd>
        </div>
      )}
    </dl>
  );
}

/** A point in time in the reader's own zone and manner (ORD-17); in UTC until the browser has taken over. */
export function LocalTime({ at }: { at: number }) {
  const date = new Date(at);
  const [text, setText] = useState(() => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`);
  useEffect(() => {
    setText(
      new Intl.DateTimeFormat(readersForm(document.documentElement.lang), {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(at),
    );
  }, [at]);
  return <time dateTime={date.toISOString()}>{text}</time>;
}

/** The page's language as it is written where the reader is: en-GB of an English page, none of their own of a German one. */
function readersForm(lang: string): string | undefined {
  const [language] = lang.split('-');
  return navigator.languages.find((own) => own.split('-')[0] === language) ?? (lang || undefined);
}

/** Writes an amount of the wire in the currency the order is charged in, never converted: 54.95 → `$54.95`. */
export function orderMoney(currency: CurrencyConfig, code: string): (amount: number) => string {
  const own = ownCurrency(currency);
  const format =
    own.currency === code ? own.currency_format : { ...own.currency_format, format: `{{amount}} ${code}` };
  return (amount) => formatMoney(shownMinor(amount, code), code, format);
}
