import { memo, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { unsubscribeTexts } from '#lib/messages/newsletter.ts';
import { useAnnounced } from '../use-announced.ts';

type Shown = { kind: 'asking' | 'subscribed' | 'left' | 'busy' } | { kind: 'failed'; message: string };

/** Ends or renews the subscription of the URL's aesCode; opening the page changes nothing (R78). */
export default memo(function Unsubscribe({ texts }: { texts: OwnTexts }) {
  const words = wordsIn(unsubscribeTexts, texts);
  const [shown, setShown] = useState<Shown>({ kind: 'asking' });
  const ask = async (status?: '0' | '1') => {
    const aesCode = new URLSearchParams(location.search).get('aesCode') ?? '';
    setShown({ kind: status ? 'busy' : 'asking' });
    const answer = status
      ? await api('PUT /api/v1/customer/subscribe/status', { query: { aesCode, status } })
      : await api('GET /api/v1/customer/subscribe/status', { query: { aesCode } });
    if (answer.code !== 0) setShown({ kind: 'failed', message: answer.msg });
    else setShown({ kind: answer.data?.status === 1 ? 'subscribed' : 'left' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, after the page has loaded
  useEffect(() => void ask(), []);

  const isLeft = shown.kind === 'left';
  const message =
    shown.kind === 'failed'
      ? shown.message
      : shown.kind === 'subscribed'
        ? words.newsletterOn
        : isLeft
          ? words.newsletterOff
          : '';
  useAnnounced(message);
  return (
    <div className="unsubscribe" aria-busy={shown.kind === 'asking' || shown.kind === 'busy'}>
      <p>{message}</p>
      {(shown.kind === 'subscribed' || isLeft) && (
        <button type="button" className="button" onClick={() => ask(isLeft ? '1' : '0')}>
          {isLeft ? words.newsletterJoin : words.newsletterLeave}
        </button>
      )}
    </div>
  );
});
