import { memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WireOrder } from '#lib/contract/wire-order.ts';
import type { CurrencyConfig } from '#lib/currency/config.ts';
import { createOrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { formatOrderDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { statusLabel } from '#lib/messages/order.ts';
import { isAwaitingDelivery } from '#lib/orders/status.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { TextsContext } from '../use-texts.ts';
import { Receipt } from './Receipt.tsx';
import { type ResultTexts, resultPageTexts } from './result-texts.ts';
import type { CheckoutTexts } from './texts.ts';
import { type ResultState, usePaymentResult } from './use-payment-result.ts';

interface ResultProps {
  currency: CurrencyConfig;
  /** True if the shop has customer accounts and the shopper is not logged in. */
  hasAccounts: boolean;
  texts: CustomTexts;
}

const loadAfter = () => import('./AfterPaying.tsx');

interface ResultMessage {
  title: string;
  lead: string;
  mark: 'done' | 'failed' | 'wait' | null;
}

/** Renders the payment result page: waits for the payment and then shows the outcome of the order. */
export const Result = memo(function Result({ currency, hasAccounts, texts }: ResultProps) {
  const pageTexts = useMemo(() => createTexts(resultPageTexts, texts), [texts]);
  const query = new URLSearchParams(useSyncExternalStore(noChange, readQuery, readNothing));
  const orderNo = query.get('order_no');
  const state = usePaymentResult(orderNo, query.get('token') ?? undefined);
  const { order } = state;
  const { title, lead, mark } = messageFor(state, pageTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  useAnnouncement(state.kind === 'asking' ? '' : `${title}. ${lead}`);
  useEffect(() => {
    if (state.kind !== 'asking') document.title = `${title} · ${document.title.split(' · ').at(-1)}`;
    if (['failed', 'paid', 'local', 'step', 'untried'].includes(state.kind)) heading.current?.focus();
  }, [state.kind, title]);

  const after = useLazyModule(
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
          {isPlaced && order.arrives && isAwaitingDelivery(order) && (
            <p className="result-arrives">
              {formatOrderDeliveryEstimate(pageTexts, order.arrives, order.is_late)}
            </p>
          )}
          <Actions state={state} texts={pageTexts} />
          {isPlaced && <NextSteps texts={pageTexts} />}
        </div>
        {order && <Receipt order={order} money={createOrderMoneyFormatter(currency, order.currency)} />}
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
  state: { kind, result, order, hasTimedOut },
  texts,
}: {
  state: ResultState;
  texts: ResultTexts;
}) {
  const isOver = kind === 'paid' || kind === 'local' || kind === 'closed' || kind === 'unknown';
  return (
    <div className="result-actions">
      {kind === 'step' && result?.redirect_url && (
        <a className="button" href={result.redirect_url}>
          {texts.resultStepGo}
        </a>
      )}
      {(kind === 'failed' || kind === 'untried') && result && (
        <>
          <a className="button" href={localPath(result.web_url)}>
            {kind === 'failed' ? texts.again : texts.backToPay}
          </a>
          <a className="button button-plain" href={localPath('/cart')}>
            {texts.toBag}
          </a>
        </>
      )}
      {hasTimedOut && (
        <button type="button" className="button" onClick={() => location.reload()}>
          {texts.lookAgain}
        </button>
      )}
      {isOver && order && (
        <a className="button" href={localPath(orderAddress(order))}>
          {texts.followOrder}
        </a>
      )}
      {isOver && (
        <a className={order ? 'button button-plain' : 'button'} href={localPath('/')}>
          {texts.continueShopping}
        </a>
      )}
    </div>
  );
}

function NextSteps({ texts }: { texts: ResultTexts }) {
  return (
    <section className="result-part" aria-labelledby="next-title">
      <h2 id="next-title">{texts.nextTitle}</h2>
      <ol>
        <li>{texts.nextPack}</li>
        <li>{texts.nextSend}</li>
      </ol>
    </section>
  );
}

/** Returns the path of the order page, with the order's access token. */
function orderAddress({ order_no, token }: WireOrder): string {
  return `/fulfillment?${new URLSearchParams({ order_no, token })}`;
}

function messageFor(
  { kind, result, order, instructions, hasTimedOut }: ResultState,
  texts: CheckoutTexts,
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
        thanks(order, texts),
        texts.text('resultPlaced', { number, how: sentence(instructions) }),
        'done',
      );
    case 'paid': {
      const lead = order
        ? texts.text('resultPaid', { number, email: order.email })
        : texts.text('resultPaidQuiet', { number });
      return resultMessage(thanks(order, texts), lead, 'done');
    }
    case 'failed': {
      const reason = sentence(result?.reason) || texts.resultRefused;
      return resultMessage(texts.resultFailed, texts.text('resultFailedHint', { reason }), 'failed');
    }
    case 'step':
      return resultMessage(texts.resultStep, texts.resultStepHint);
    case 'untried':
      return resultMessage(texts.resultUntried, texts.text('resultUntriedHint', { number }));
    case 'closed': {
      const status = statusLabel(result?.status_key, texts).toLowerCase();
      return resultMessage(texts.text('resultClosed', { status }), texts.resultClosedHint);
    }
    case 'unknown':
      return resultMessage(texts.resultUnknown, texts.resultUnknownHint);
    default:
      return hasTimedOut
        ? resultMessage(texts.resultLate, texts.resultLateHint)
        : resultMessage(texts.resultWaits, texts.resultWaitsHint, 'wait');
  }
}

function thanks(order: ResultState['order'], texts: CheckoutTexts): string {
  // Shoppers with a single name may have entered it in either name field.
  const name = order?.address.first_name || order?.address.last_name || '';
  return name === '' ? texts.thanks : texts.text('thanksTo', { name });
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
