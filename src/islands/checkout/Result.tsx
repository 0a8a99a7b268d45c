import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type CurrencyFormat, formatMoney } from '#lib/money/format.ts';
import { fromWire } from '#lib/money/minor.ts';
import { Receipt } from './Receipt.tsx';
import { type ResultState, useResult } from './use-result.ts';

interface ResultProps {
  /** How amounts are written, by currency. */
  formats: Record<string, CurrencyFormat>;
  fallback: CurrencyFormat;
}

interface Words {
  title: string;
  lead: string;
  mark: 'done' | 'failed' | 'wait' | null;
}

/** The payment result page: waits, then says plainly what became of the order. */
export function Result({ formats, fallback }: ResultProps) {
  const query = new URLSearchParams(useSyncExternalStore(noChange, readQuery, readNothing));
  const orderNo = query.get('order_no');
  const state = useResult(orderNo, query.get('token') ?? undefined);
  const { order, result } = state;
  const { title, lead, mark } = wordsFor(state);
  const heading = useRef<HTMLHeadingElement>(null);
  const money = (currency: string) => (amount: number) =>
    formatMoney(fromWire(amount, currency), currency, formats[currency] ?? fallback);

  useEffect(() => {
    if (state.kind !== 'asking') document.title = `${title} · ${document.title.split(' · ').at(-1)}`;
    if (['failed', 'paid', 'local'].includes(state.kind)) heading.current?.focus();
  }, [state.kind, title]);

  return (
    <section className="result" aria-busy={mark === 'wait'}>
      {mark && <Mark kind={mark} />}
      <div role="status">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className="lead">{lead}</p>
      </div>
      {state.kind === 'failed' && result && (
        <div className="result-actions">
          <a className="button" href={result.web_url}>
            Try again
          </a>
          <a className="button button-plain" href="/cart">
            Back to your bag
          </a>
        </div>
      )}
      {state.hasGivenUp && (
        <div className="result-actions">
          <button type="button" className="button" onClick={() => location.reload()}>
            Look again
          </button>
        </div>
      )}
      {order && <Receipt order={order} money={money(order.currency)} />}
      {['paid', 'local', 'closed', 'unknown'].includes(state.kind) && (
        <div className="result-actions">
          <a className="button" href="/">
            Continue shopping
          </a>
        </div>
      )}
    </section>
  );
}

function wordsFor({ kind, result, order, instructions, hasGivenUp }: ResultState): Words {
  switch (kind) {
    case 'local':
      return {
        title: thanks(order),
        lead: `Order ${order?.order_no ?? ''} is placed. ${sentence(instructions)}`,
        mark: 'done',
      };
    case 'paid':
      return {
        title: thanks(order),
        lead: order
          ? `Order ${order.order_no} is paid. We have sent a confirmation to ${order.email}.`
          : `Order ${result?.order_no ?? ''} is paid. A confirmation is on its way to you by mail.`,
        mark: 'done',
      };
    case 'failed':
      return {
        title: 'The payment did not go through',
        lead: `${sentence(result?.reason) || 'Your bank or the payment service refused it.'} Nothing was charged, and everything you chose is still there.`,
        mark: 'failed',
      };
    case 'closed':
      return {
        title: `This order is ${(result?.order_status ?? 'closed').toLowerCase()}`,
        lead: 'If you did not expect that, please write to us.',
        mark: null,
      };
    case 'unknown':
      return {
        title: 'We cannot show this order here',
        lead: 'Open it from the browser you ordered with, or from the link in your confirmation mail.',
        mark: null,
      };
    default:
      return hasGivenUp
        ? {
            title: 'Your payment is still being confirmed',
            lead: 'This can take a few minutes. You may close this page: we write to you as soon as it is settled.',
            mark: null,
          }
        : {
            title: 'Confirming your payment',
            lead: 'This usually takes a few seconds. Please keep this page open.',
            mark: 'wait',
          };
  }
}

function thanks(order: ResultState['order']): string {
  const name = order?.address.first_name ?? '';
  return name === '' ? 'Thank you' : `Thank you, ${name}`;
}

function sentence(text = ''): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

const marks = { done: 'm5 12.5 4.5 4.5L19 7.5', failed: 'm6 6 12 12M18 6 6 18', wait: '' };

function Mark({ kind }: { kind: keyof typeof marks }) {
  return (
    <svg className={`result-mark icon result-mark-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={marks[kind]} />
    </svg>
  );
}

const noChange = () => () => {};
const readQuery = () => location.search;
const readNothing = () => '?order_no=';
