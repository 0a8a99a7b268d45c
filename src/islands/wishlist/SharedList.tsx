import { useCallback, useEffect, useState } from 'react';
import { type FetchedCard, fetchCards } from '#client/cards/fetch-cards.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { CardList } from './CardList.tsx';
import { EmptyList, WishlistLoading } from './EmptyList.tsx';
import type { WishlistTexts } from './texts.ts';

type Shown =
  | { kind: 'busy' }
  | { kind: 'gone' }
  | { kind: 'failed' }
  | { kind: 'known'; list: readonly FetchedCard[] };

/** Renders a shared wishlist, which is read-only and does not reveal its owner (R170). */
export function SharedList({ words: texts }: { words: WishlistTexts }) {
  const [shown, setShown] = useState<Shown>({ kind: 'busy' });
  const loadList = useCallback(async () => {
    const token = new URLSearchParams(location.search).get('share') ?? '';
    setShown({ kind: 'busy' });
    try {
      const list = await fetchCards(`/cards?share=${encodeURIComponent(token)}`);
      setShown(list ? { kind: 'known', list: list.cards } : { kind: 'gone' });
    } catch {
      setShown({ kind: 'failed' });
    }
  }, []);
  useEffect(() => void loadList(), [loadList]);
  const message =
    shown.kind === 'gone' ? texts.wishlistSharedGone : shown.kind === 'failed' ? texts.wishlistLost : '';
  useAnnouncement(message);

  if (shown.kind === 'busy' || shown.kind === 'failed')
    return <WishlistLoading words={texts} onAgain={shown.kind === 'failed' ? loadList : null} />;
  if (shown.kind === 'gone' || shown.list.length === 0)
    return <EmptyList title={message || texts.wishlistSharedEmpty} back={texts.continueShopping} />;
  return (
    <>
      <p className="quiet">{texts.wishlistSharedLead}</p>
      <CardList cards={shown.list} texts={texts} />
    </>
  );
}
