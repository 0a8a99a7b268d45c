import { memo, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { unsubscribeTexts } from '#lib/messages/newsletter.ts';
import { useAnnouncement } from '../use-announcement.ts';

type Shown = { kind: 'asking' | 'subscribed' | 'left' | 'busy' } | { kind: 'failed'; message: string };

/**
 * Renders the page that ends or renews the newsletter subscription identified by `aesCode` in the URL. Opening the page changes
 * nothing (R78).
 */
export default memo(function Unsubscribe({ texts }: { texts: CustomTexts }) {
  const pageTexts = createTexts(unsubscribeTexts, texts);
  const [shown, setShown] = useState<Shown>({ kind: 'asking' });
  const requestStatus = async (status?: '0' | '1') => {
    const aesCode = new URLSearchParams(location.search).get('aesCode') ?? '';
    setShown({ kind: status ? 'busy' : 'asking' });
    const answer = status
      ? await api('PUT /api/v1/customer/subscribe/status', { query: { aesCode, status } })
      : await api('GET /api/v1/customer/subscribe/status', { query: { aesCode } });
    if (answer.code !== 0) setShown({ kind: 'failed', message: answer.msg });
    else setShown({ kind: answer.data?.status === 1 ? 'subscribed' : 'left' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, after the page has loaded
  useEffect(() => void requestStatus(), []);

  const isUnsubscribed = shown.kind === 'left';
  const message =
    shown.kind === 'failed'
      ? shown.message
      : shown.kind === 'subscribed'
        ? pageTexts.newsletterOn
        : isUnsubscribed
          ? pageTexts.newsletterOff
          : '';
  useAnnouncement(message);
  return (
    <div className="unsubscribe" aria-busy={shown.kind === 'asking' || shown.kind === 'busy'}>
      <p>{message}</p>
      {(shown.kind === 'subscribed' || isUnsubscribed) && (
        <button type="button" className="button" onClick={() => requestStatus(isUnsubscribed ? '1' : '0')}>
          {isUnsubscribed ? pageTexts.newsletterJoin : pageTexts.newsletterLeave}
        </button>
      )}
    </div>
  );
});
