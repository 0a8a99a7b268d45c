import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { localPath } from '#client/language/local-path.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { statusWords } from '#lib/messages/order.ts';
import { type CurrencyFormat, formatMoney } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';
import { useAnnounced } from '../use-announced.ts';
import { Receipt } from './Receipt.tsx';
import { type ResultState, useResult } from './use-result.ts';
import { type CheckoutWords, CheckoutWordsContext, checkoutTable } from './words.ts';

interface ResultProps {
  /** How amounts are written, by currency. */
  formats: Record<string, CurrencyFormat>;
  fallback: CurrencyFormat;
  /** What the page's language changes of the words (words.ts). */
  texts: OwnTexts;
}

interface Said {
  title: string;
  lead: string;
  mark: 'done' | 'failed' | 'wait' | null;
}

/** The payment result page: waits, then says plainly what became of the order. */
export function Result({ formats, fallback, texts }: ResultProps) {
  const words = useMemo(() => wordsIn(checkoutTable, texts), [texts]);
  const query = new URLSearchParams(useSyncExternalStore(noChange, readQuery, readNothing));
  const orderNo = query.get('order_no');
  const state = useResult(orderNo, query.get('token') ?? undefined);
  const { order, result } = state;
  const { title, lead, mark } = wordsFor(state, words);
  const heading = useRef<HTMLHeadingElement>(null);
  useAnnounced(state.kind === 'asking' ? '' : `${title}. ${lead}`);
  const money = (currency: string) => (amount: number) =>
    formatMoney(shownMinor(amount, currency), currency, formats[currency] ?? fallback);

  useEffect(() => {
    if (state.kind !== 'asking') document.title = `${title} · ${document.title.split(' · ').at(-1)}`;
    if (['failed', 'paid', 'local', 'step', 'untried'].includes(state.kind)) heading.current?.focus();
  }, [state.kind, title]);

  return (
    <CheckoutWordsContext value={words}>
      <section className="result" aria-busy={mark === 'wait'}>
        {mark && <Mark kind={mark} />}
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <p className="lead">{lead}</p>
        </div>
        {state.kind === 'step' && result?.redirect_url && (
          <div className="result-actions">
            <a className="button" href={result.redirect_url}>
              {words.resultStepGo}
            </a>
          </div>
        )}
        {(state.kind === 'failed' || state.kind === 'untried') && result && (
          <div className="result-actions">
            <a className="button" href={localPath(result.web_url)}>
              {state.kind === 'failed' ? words.again : words.backToPay}
            </a>
            <a className="button button-plain" href={localPath('/cart')}>
              {words.toBag}
            </a>
          </div>
        )}
        {state.hasGivenUp && (
          <div className="result-actions">
            <button type="button" className="button" onClick={() => location.reload()}>
              {words.lookAgain}
            </button>
          </div>
        )}
        {order && <Receipt order={order} money={money(order.currency)} />}
        {['paid', 'local', 'closed', 'unknown'].includes(state.kind) && (
          <div className="result-actions">
            <a className="button" href={localPath('/')}>
              {words.continueShopping}
            </a>
          </div>
        )}
      </section>
    </CheckoutWordsContext>
  );
}

function wordsFor(
  { kind, result, order, instructions, hasGivenUp }: ResultState,
  words: CheckoutWords,
): Said {
  const said = (title: string, lead: string, mark: Said['mark'] = null): Said => ({ title, lead, mark });
  const number = order?.order_no ?? result?.order_no ?? '';
  switch (kind) {
    case 'local':
      return said(
        thanks(order, words),
        words.text('resultPlaced', { number, how: sentence(instructions) }),
        'done',
      );
    case 'paid': {
      const lead = order
        ? words.text('resultPaid', { number, email: order.email })
        : words.text('resultPaidQuiet', { number });
      return said(thanks(order, words), lead, 'done');
    }
    case 'failed': {
      const reason = sentence(result?.reason) || words.resultRefused;
      return said(words.resultFailed, words.text('resultFailedHint', { reason }), 'failed');
    }
    case 'step':
      return said(words.resultStep, words.resultStepHint);
    case 'untried':
      return said(words.resultUntried, words.text('resultUntriedHint', { number }));
    case 'closed': {
      const status = statusWords(result?.status_key, words).toLowerCase();
      return said(words.text('resultClosed', { status }), words.resultClosedHint);
    }
    case 'unknown':
      return said(words.resultUnknown, words.resultUnknownHint);
    default:
      return hasGivenUp
        ? said(words.resultLate, words.resultLateHint)
        : said(words.resultWaits, words.resultWaitsHint, 'wait');
  }
}

function thanks(order: ResultState['order'], words: CheckoutWords): string {
  const name = order?.address.first_name ?? '';
  return name === '' ? words.thanks : words.text('thanksTo', { name });
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
