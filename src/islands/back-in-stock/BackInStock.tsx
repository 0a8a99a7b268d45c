import { memo, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { localPath } from '#client/language/local-path.ts';
import type { WireBackInStockRequest } from '#lib/contract/marketing.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { backInStockTexts } from '#lib/messages/stock.ts';
import { useAnnouncement } from '../use-announcement.ts';

type Shown =
  | { kind: 'busy' }
  | { kind: 'forgotten' }
  | { kind: 'failed'; message: string; canForget: boolean }
  | { kind: 'known'; wait: WireBackInStockRequest };

const messageKeys = { asked: 'waitAsked', confirmed: 'waitConfirmed', mailed: 'waitMailed' } as const;

/**
 * Renders the page on which a shopper confirms or cancels a back-in-stock request, identified by the code in an email link. Opening
 * the page changes nothing, because mail scanners open links too.
 */
export default memo(function BackInStock({ texts }: { texts: CustomTexts }) {
  const localeTexts = createTexts(backInStockTexts, texts);
  const [shown, setShown] = useState<Shown>({ kind: 'busy' });
  const sendRequest = async (what?: 'confirm' | 'forget') => {
    const code = new URLSearchParams(location.search).get('code') ?? '';
    setShown({ kind: 'busy' });
    if (what === 'forget') {
      const response = await api('POST /api/v1/storefront/back-in-stock/forget', { query: { code } });
      return setShown(
        response.code === 0
          ? { kind: 'forgotten' }
          : { kind: 'failed', message: response.msg, canForget: false },
      );
    }
    const answer = what
      ? await api('POST /api/v1/storefront/back-in-stock/confirm', { body: { code } })
      : await api('GET /api/v1/storefront/back-in-stock', { query: { code } });
    if (answer.code !== 0 || !answer.data)
      setShown({ kind: 'failed', message: answer.msg, canForget: code !== '' });
    else setShown({ kind: 'known', wait: answer.data });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, after the page has loaded
  useEffect(() => void sendRequest(), []);

  const message = messageOf(shown, localeTexts);
  useAnnouncement(message);
  const wait = shown.kind === 'known' ? shown.wait : null;
  return (
    <div className="back-in-stock" aria-busy={shown.kind === 'busy'}>
      <p>{message}</p>
      {(wait || (shown.kind === 'failed' && shown.canForget)) && (
        <p className="back-in-stock-row">
          {wait?.state === 'asked' && (
            <button type="button" className="button" onClick={() => sendRequest('confirm')}>
              {localeTexts.waitConfirm}
            </button>
          )}
          {wait && wait.state !== 'asked' && wait.url && (
            <a className="button" href={localPath(wait.url)}>
              {localeTexts.waitLook}
            </a>
          )}
          {/* Also visible if the request no longer exists, because the button also erases the recipient's email address. */}
          <button type="button" className="button button-plain" onClick={() => sendRequest('forget')}>
            {localeTexts.waitForget}
          </button>
        </p>
      )}
    </div>
  );
});

function messageOf(
  shown: Shown,
  localeTexts: ReturnType<typeof createTexts<typeof backInStockTexts>>,
): string {
  if (shown.kind === 'failed') return shown.message;
  if (shown.kind === 'forgotten') return localeTexts.waitForgotten;
  if (shown.kind === 'busy') return '';
  const { state, title, variant } = shown.wait;
  return localeTexts.text(messageKeys[state], { name: variant ? `${title} (${variant})` : title });
}
