import { useCallback, useEffect, useState } from 'react';
import { type FetchedCard, fetchCards } from '#client/cards/fetch-cards.ts';
import { useAnnounced } from '../use-announced.ts';
import { CardList } from './CardList.tsx';
import { EmptyList, NoListYet } from './EmptyList.tsx';
import type { WishlistWords } from './texts.ts';

type Shown =
  | { kind: 'busy' }
  | { kind: 'gone' }
  | { kind: 'failed' }
  | { kind: 'known'; list: readonly FetchedCard[] };

/** Renders a shared list. It is read-only and does not reveal its owner (R170). */
export function SharedList({ words }: { words: WishlistWords }) {
  const [shown, setShown] = useState<Shown>({ kind: 'busy' });
  const ask = useCallback(async () => {
    const token = new URLSearchParams(location.search).get('share') ?? '';
    setShown({ kind: 'busy' });
    try {
      const list = await fetchCards(`/cards?share=${encodeURIComponent(token)}`);
      setShown(list ? { kind: 'known', list: list.cards } : { kind: 'gone' });
    } catch {
      setShown({ kind: 'failed' });
    }
  }, []);
  useEffect(() => void ask(), [ask]);
  const message =
    shown.kind === 'gone' ? words.wishlistSharedGone : shown.kind === 'failed' ? words.wishlistLost : '';
  useAnnounced(message);

  if (shown.kind === 'busy' || shown.kind === 'failed')
    return <NoListYet words={words} onAgain={shown.kind === 'failed' ? ask : null} />;
  if (shown.kind === 'gone' || shown.list.length === 0)
    return <EmptyList title={message || words.wishlistSharedEmpty} back={words.continueShopping} />;
  return (
    <>
      <p className="quiet">{words.wishlistSharedLead}</p>
      <CardList cards={shown.list} words={words} />
    </>
  );
}
