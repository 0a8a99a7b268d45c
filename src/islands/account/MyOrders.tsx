import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { createOrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { statusLabel } from '#lib/messages/order.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import type { OrderHelp } from '../order/OrderHelp.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { arrivalText } from '../order/OrderTimeline.tsx';
import { LocalTime } from '../order/Times.tsx';
import { usePageTexts } from './texts.ts';

export interface OrderPagination {
  page: number;
  total: number;
  page_size: number;
}

interface Props {
  orders: OrderPagination & { list: WireOrder[] };
  currency: CurrencyConfig;
  help: OrderHelp;
}

/** Renders the customer's orders, each with its status panel (ORD-18, R45). */
export function MyOrders({ orders, currency, help }: Props) {
  const texts = usePageTexts();
  const { list, page, total, page_size } = orders;
  const pages = Math.ceil(total / page_size);
  return (
    <section id="orders" className="account-orders" aria-labelledby="orders-title">
      <h2 id="orders-title">{texts.accountOrders}</h2>
      {list.length === 0 && (
        <div className="account-empty">
          <p>{texts.noOrders}</p>
          <a className="button" href={localPath('/collections')}>
            {texts.continueShopping}
          </a>
        </div>
      )}
      {list.map((order, index) => (
        <details
          key={order.order_no}
          className={page === 1 && index === 0 ? 'account-order account-order-latest' : 'account-order'}
          name="order"
        >
          <summary>
            <OrderHead order={order} currency={currency} />
          </summary>
          <OrderPanel order={order} currency={currency} help={help} />
        </details>
      ))}
      {pages > 1 && (
        <nav className="account-pages" aria-label={texts.accountOrders}>
          {page > 1 && <a href={localPath(pageAddress(page - 1))}>{texts.newerOrders}</a>}
          {page < pages && <a href={localPath(pageAddress(page + 1))}>{texts.olderOrders}</a>}
        </nav>
      )}
    </section>
  );
}

function pageAddress(page: number): string {
  return page === 1 ? '/user-info#orders' : `/user-info?page_num=${page}#orders`;
}

function OrderHead({ order, currency }: { order: WireOrder; currency: CurrencyConfig }) {
  const texts = usePageTexts();
  const arrival = arrivalText(order, texts);
  const pictures = order.variant_items.filter(({ image_url }) => image_url !== '').slice(0, 4);
  return (
    <>
      <span className="account-order-name">
        <span>{order.order_no}</span>
        <span className="quiet small">
          <LocalTime at={order.order_time} />
        </span>
        {arrival !== '' && (
          <span className="small" suppressHydrationWarning>
            {arrival}
          </span>
        )}
      </span>
      <span className="account-order-pictures">
        {pictures.map(({ image_url, product_id, variant_id }) => (
          <img
            key={`${product_id} ${variant_id}`}
            src={image_url}
            alt=""
            width={72}
            height={72}
            loading="lazy"
          />
        ))}
      </span>
      <span className="badge order-status">{statusLabel(order.status_key, texts)}</span>
      <span className="account-order-total">
        {createOrderMoneyFormatter(
          currency,
          order.currency,
        )(roundToMinorUnits(order.total_price, order.currency))}
      </span>
    </>
  );
}
