import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { hasLogin } from '#client/login/login-sign.ts';
import { announce } from '#client/page/announce.ts';
import { $wishlist, removeFromWishlist } from '#client/stores/wishlist.ts';
import { syncWishlist } from '#client/wishlist/sync-wishlist.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { CardList } from './CardList.tsx';
import { EmptyList, WishlistLoading } from './EmptyList.tsx';
import type { WishlistTexts } from './texts.ts';
import { useCards } from './use-cards.ts';
import { WishlistShareLink } from './WishlistShareLink.tsx';

interface Props {
  texts: WishlistTexts;
  hasAccounts: boolean;
}

const onServer: [] = [];

/** Renders the wishlist of this device, merged with the account's wishlist (R170). */
export function MyWishlist({ texts, hasAccounts }: Props) {
  const stored = useStore($wishlist, { ssr: () => onServer });
  /** Share link of the account's wishlist; null until the account has been queried, or if the query fails. */
  const [shareUrl, setShareUrl] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void syncWishlist().then((url) => {
      setShareUrl(url);
      setReady(true);
    });
  }, []);
  // Wait until the account has been queried, because items from another device would otherwise count as missing.
  const wishes = isReady ? stored : null;
  const { list, hasFailed, again } = useCards(wishes);
  useAnnouncement(hasFailed ? texts.wishlistLost : '');
  const missing =
    list && wishes ? wishes.filter(({ product }) => list.every(({ id }) => id !== product)) : [];

  const remove = (ids: readonly number[], message: string) => {
    for (const id of ids) removeFromWishlist(id);
    announce(message);
    void syncWishlist();
  };

  if (hasFailed || !list || !wishes)
    return <WishlistLoading words={texts} onAgain={hasFailed ? again : null} />;
  return (
    <>
      {list.length > 0 ? (
        <CardList
          cards={list}
          texts={texts}
          onRemove={({ id, title }) => remove([id], texts.text('removed', { title }))}
        />
      ) : (
        <EmptyList title={texts.wishlistEmpty} hint={texts.wishlistEmptyHint} back={texts.continueShopping} />
      )}
      {missing.length > 0 && (
        <p className="wishlist-note small quiet">
          {texts.text('wishlistMissing', { count: missing.length })}{' '}
          <button
            type="button"
            className="wish-link"
            onClick={() => {
              remove(
                missing.map(({ product }) => product),
                texts.text('wishlistRemoved'),
              );
              document.getElementById('wishlist-title')?.focus();
            }}
          >
            {texts.wishlistRemove}
          </button>
        </p>
      )}
      {hasAccounts && (
        <WishlistShareLink texts={texts} url={shareUrl} onChange={setShareUrl} isIn={hasLogin()} />
      )}
    </>
  );
}
