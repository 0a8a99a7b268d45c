import type { ReactNode } from 'react';
import type { WireOrderLine } from '#lib/contract/wire-order.ts';
import { localizeProp } from '#lib/orders/pre-order-prop.ts';
import { usePageTexts } from './texts.ts';
import type { MoneyFormatter } from './types.ts';

interface BoughtLineProps {
  line: WireOrderLine;
  /** Price, or a text for a gift. */
  amount: ReactNode;
  /** Reason why the line can no longer be bought, '' if it can be bought. */
  problem?: string;
}

/** Renders a line of an order: image with quantity, options and price. */
export function BoughtLine({ line, amount, problem = '' }: BoughtLineProps) {
  const texts = usePageTexts();
  return (
    <li className={`line ${problem ? 'line-gone' : ''}`}>
      <span className="line-picture">
        {line.image_url && <img src={line.image_url} alt="" width="72" height="72" decoding="async" />}
        <span className="line-count">
          <span className="visually-hidden">{texts.pieces} </span>
          {line.quantity}
        </span>
      </span>
      <span className="line-text">
        <span className="line-title" dir="auto">
          {line.title}
        </span>
        {line.variant_option && (
          <span className="small quiet" dir="auto">
            {line.variant_option}
          </span>
        )}
        {line.variant_custom_props
          .map((prop) => localizeProp(prop, texts))
          .map(({ name, value }) => (
            <span className="small quiet" key={name}>
              {name}: {value}
            </span>
          ))}
        {problem && <span className="small field-error">{problem}</span>}
      </span>
      <span className="amount">{amount}</span>
    </li>
  );
}

/** Returns the React key of an order line. It includes the customisation, because two lines can contain the same variant. */
export function lineKey({ variant_id, is_gift, tailor_properties, quantity }: WireOrderLine): string {
  return [variant_id, is_gift, tailor_properties, quantity].join(' ');
}

interface SumsProps {
  /** Each row's label, and its amount or text. Rows whose amount is null, 0 or '' are omitted. */
  rows: readonly (readonly [name: string, amount: number | string | null])[];
  currency: string;
  total: number;
  money: MoneyFormatter;
  /** Content below the total. */
  children?: ReactNode;
}

/** Renders the rows of the order summary, and below them the total with its currency. */
export function SummaryTotals({ rows, currency, total, money, children }: SumsProps) {
  const texts = usePageTexts();
  const written = (amount: number | string) => {
    if (typeof amount === 'string') return amount;
    return amount < 0 ? `−${money(-amount)}` : money(amount);
  };
  return (
    <div className="sums-box">
      <dl className="sums">
        {rows.map(([name, amount]) =>
          amount ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{written(amount)}</dd>
            </div>
          ) : null,
        )}
        <div className="total">
          <dt>{texts.total}</dt>
          <dd>
            <span className="small quiet">{currency}</span> {money(total)}
          </dd>
        </div>
      </dl>
      {children}
    </div>
  );
}
