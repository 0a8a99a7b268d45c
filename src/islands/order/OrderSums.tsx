import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { OrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import { formatTotalsRow, type OrderTotals } from '#lib/orders/order-totals.ts';
import { usePageTexts } from './texts.ts';

interface Props {
  totals: OrderTotals;
  money: OrderMoneyFormatter;
  /** Refunded amount in minor units. */
  refunded: number;
}

/** Renders the totals below the order's items; the rows add up to the total (ORD-11). */
export function OrderSums({ totals: { rows, total, included }, money, refunded }: Props) {
  const texts = usePageTexts();
  return (
    <dl className="order-sums">
      {rows.map((row) => {
        const { label, amount } = formatTotalsRow(row, texts, money);
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        );
      })}
      <div className="order-total">
        <dt>{texts.total}</dt>
        <dd>{money(total)}</dd>
      </div>
      {included.map(({ title, rate, amount }) => (
        <div key={title} className="order-aside">
          <dt>{texts.text('taxOfPrices', { tax: `${title} ${rate}%` })}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      {refunded > 0 && (
        <div className="order-refunded">
          <dt>{texts.refunded}</dt>
          <dd>−{money(refunded)}</dd>
        </div>
      )}
    </dl>
  );
}

/**
 * Renders delivery address, billing address and shipping method as rows of a definition list.
 * @param goesTo label of the delivery address
 */
export function Destination({ order, goesTo }: { order: WireOrder; goesTo: string }) {
  const texts = usePageTexts();
  const rows = [
    { name: goesTo, lines: addressLines(order.address) },
    { name: texts.billingAddress, lines: order.billing ? addressLines(order.billing) : [] },
  ];
  return (
    <>
      {rows.map(
        ({ name, lines }) =>
          lines.length > 0 && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <address>
                  {lines.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </address>
              </dd>
            </div>
          ),
      )}
      {order.shipping_title !== '' && (
        <div>
          <dt>{texts.shipping}</dt>
          <dd>{order.shipping_title}</dd>
        </div>
      )}
    </>
  );
}
