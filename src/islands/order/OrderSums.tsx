import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { OrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { addressLines } from '#lib/orders/address-lines.ts';
import type { OrderTotals, TotalsRow } from '#lib/orders/order-totals.ts';
import { usePageTexts } from './texts.ts';

interface Props {
  totals: OrderTotals;
  money: OrderMoneyFormatter;
  /** Refunded amount in minor units. */
  refunded: number;
}

/** Renders the totals below the order's items; the rows add up to the total (ORD-11). */
export function OrderSums({ totals: { rows, total, saved, included }, money, refunded }: Props) {
  const texts = usePageTexts();
  return (
    <dl className="order-sums">
      {rows.map((row) => (
        <div key={`${row.name} ${row.title}`}>
          <dt>{row.title || texts[row.name]}</dt>
          <dd>
            <PreviousAmount amount={row.before} money={money} />
            <Written row={row} money={money} />
          </dd>
        </div>
      ))}
      <div className="order-total">
        <dt>{texts.total}</dt>
        <dd>{money(total)}</dd>
      </div>
      {saved > 0 && (
        <div className="order-aside">
          <dt>{texts.discountsIncluded}</dt>
          <dd>{money(saved)}</dd>
        </div>
      )}
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

function Written({ row: { name, amount }, money }: { row: TotalsRow; money: OrderMoneyFormatter }) {
  const texts = usePageTexts();
  if (name === 'shipping' && amount === 0) return texts.free;
  return amount < 0 ? `−${money(-amount)}` : money(amount);
}

/** Renders the amount before a discount, struck through; renders nothing for null. */
export function PreviousAmount({ amount, money }: { amount: number | null; money: OrderMoneyFormatter }) {
  const texts = usePageTexts();
  if (amount === null) return null;
  return (
    <>
      <s className="order-before">
        <span className="visually-hidden">{texts.insteadOf} </span>
        {money(amount)}
      </s>{' '}
    </>
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
