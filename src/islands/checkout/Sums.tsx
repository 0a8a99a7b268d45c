import type { ReactNode } from 'react';
import { useWords } from './words.ts';

interface SumsProps {
  /** Name and written amount; null leaves the row out. */
  rows: readonly (readonly [name: string, amount: string | null])[];
  currency: string;
  total: string;
  /** Stands under the total. */
  children?: ReactNode;
}

/** What it costs, row by row, and the total with its currency. */
export function Sums({ rows, currency, total, children }: SumsProps) {
  const words = useWords();
  return (
    <dl className="sums">
      {rows.map(
        ([name, amount]) =>
          amount !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ),
      )}
      <div className="total">
        <dt>{words.total}</dt>
        <dd>
          <span className="small quiet">{currency}</span> {total}
        </dd>
      </div>
      {children}
    </dl>
  );
}
