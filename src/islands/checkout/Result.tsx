import { memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { orderMoney } from '#lib/currency/order-money.ts';
import { awaitedText } from '#lib/delivery/arrival-days.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { statusWords } from '#lib/messages/order.ts';
import { isAwaited } from '#lib/orders/status.ts';
import { useAnnounced } from '../use-announced.ts';
import { usePart } from '../use-part.ts';
import { TextsContext } from '../use-texts.ts';
import { Receipt } from './Receipt.tsx';
import { type ResultWords, resultTable } from './result-texts.ts';
import type { CheckoutWords } from './texts.ts';
import { type ResultState, useResult } from './use-result.ts';

interface ResultProps {
  currency: CurrencyConfig;
  /** The shopper has no login, and the shop has accounts. */
  hasAccounts: boolean;
  texts: OwnTexts;
}

const loadAfter = () => import('./AfterPaying.tsx');

interface ResultMessage {
  title: string;
  lead: string;
  mark: 'done' | 'failed' | 'wait' | null;
}

/** Renders the payment result page: waits, then shows the outcome of the order. */
export const Result = memo(function Result({ currency, hasAccounts, texts }: ResultProps) {
  const words = useMemo(() => wordsIn(resultTable, texts), [texts]);
  const query = new URLSearchParams(useSyncExternalStore(noChange, readQuery, readNothing));
  const orderNo = query.get('order_no');
  const state = useResult(orderNo, query.get('token') ?? undefined);
  const { order } = state;
  const { title, lead, mark } = wordsFor(state, words);
  const heading = useRef<HTMLHeadingElement>(null);
  useAnnounced(state.kind === 'asking' ? '' : `${title}. ${lead}`);
  useEffect(() => {
    if (state.kind !== 'asking') document.title = `${title} · ${document.title.split(' · ').at(-1)}`;
    if (['failed', 'paid', 'local', 'step', 'untried'].includes(state.kind)) heading.current?.focus();
  }, [state.kind, title]);

  const after = usePart(
    loadAfter,
    order && (state.kind === 'paid' || state.kind === 'local') ? 'placed' : '',
  );
  const isPlaced = order !== null && (state.kind === 'paid' || state.kind === 'local');
  return (
    <TextsContext value={texts}>
      <section className={order ? 'result result-whole' : 'result'} aria-busy={mark === 'wait'}>
        <div className="result-said">
          {mark && <Mark kind={mark} />}
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <p className="lead">{lead}</p>
          {isPlaced && order.arrives && isAwaited(order) && (
            <p className="result-arrives">{awaitedText(words, order.arrives, order.is_late)}</p>
          )}
          <Actions state={state} words={words} />
          {isPlaced && <NextSteps words={words} />}
        </div>
        {order && <Receipt order={order} money={orderMoney(currency, order.currency)} />}
        {isPlaced && after.module && (
          <div className="result-after">
            <after.module.AfterPaying
              order={order}
              canSave={hasAccounts && state.kind === 'paid'}
              currency={currency}
            />
          </div>
        )}
      </section>
    </TextsContext>
  );
});

function Actions({
  state: { kind, result, order, hasGivenUp },
  words,
}: {
  state: ResultState;
  words: ResultWords;
}) {
  const isOver = kind === 'paid' || kind === 'local' || kind === 'closed' || kind === 'unknown';
  return (
    <div className="result-actions">
      {kind === 'step' && result?.redirect_url && (
        <a className="button" href={result.redirect_url}>
          {words.resultStepGo}
        </a>
      )}
      {(kind === 'failed' || kind === 'untried') && result && (
        <>
          <a className="button" href={localPath(result.web_url)}>
            {kind === 'failed' ? words.again : words.backToPay}
          </a>
          <a className="button button-plain" href={localPath('/cart')}>
            {words.toBag}
          </a>
        </>
      )}
      {hasGivenUp && (
        <button type="button" className="button" onClick={() => location.reload()}>
          {words.lookAgain}
        </button>
      )}
      {isOver && order && (
        <a className="button" href={localPath(orderAddress(order))}>
          {words.followOrder}
        </a>
      )}
      {isOver && (
        <a className={order ? 'button button-plain' : 'button'} href={localPath('/')}>
          {words.continueShopping}
        </a>
      )}
    </div>
  );
}

function NextSteps({ words }: { words: ResultWords }) {
  return (
    <section className="result-part" aria-labelledby="next-title">
      <h2 id="next-title">{words.nextTitle}</h2>
      <ol>
        <li>{words.nextPack}</li>
        <li>{words.nextSend}</li>
      </ol>
    </section>
  );
}

/** Returns the path of the order page, which the token opens. */
function orderAddress({ order_no, token }: WireOrder): string {
  return `/fulfillment?${new URLSearchParams({ order_no, token })}`;
}

function wordsFor(
  { kind, result, order, instructions, hasGivenUp }: ResultState,
  words: CheckoutWords,
): ResultMessage {
  const resultMessage = (title: string, lead: string, mark: ResultMessage['mark'] = null): ResultMessage => ({
    title,
    lead,
    mark,
  });
  const number = order?.order_no ?? result?.order_no ?? '';
  switch (kind) {
    case 'local':
      return resultMessage(
        thanks(order, words),
        words.text('resultPlaced', { number, how: sentence(instructions) }),
        'done',
      );
    case 'paid': {
      const lead = order
        ? words.text('resultPaid', { number, email: order.email })
        : words.text('resultPaidQuiet', { number });
      return resultMessage(thanks(order, words), lead, 'done');
    }
    case 'failed': {
      const reason = sentence(result?.reason) || words.resultRefused;
      return resultMessage(words.resultFailed, words.text('resultFailedHint', { reason }), 'failed');
    }
    case 'step':
      return resultMessage(words.resultStep, words.resultStepHint);
    case 'untried':
      return resultMessage(words.resultUntried, words.text('resultUntriedHint', { number }));
    case 'closed': {
      const status = statusWords(result?.status_key, words).toLowerCase();
      return resultMessage(words.text('resultClosed', { status }), words.resultClosedHint);
    }
    case 'unknown':
      return resultMessage(words.resultUnknown, words.resultUnknownHint);
    default:
      return hasGivenUp
        ? resultMessage(words.resultLate, words.resultLateHint)
        : resultMessage(words.resultWaits, words.resultWaitsHint, 'wait');
  }
}

function thanks(order: ResultState['order'], words: CheckoutWords): string {
  // People with a single name may have typed it into either field.
  const name = order?.address.first_name || order?.address.last_name || '';
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
