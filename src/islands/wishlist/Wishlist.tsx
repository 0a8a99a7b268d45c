import { memo } from 'react';
import { type OwnTexts, wordsIn } from '#lib/messages/format.ts';
import { OwnList } from './OwnList.tsx';
import { SharedList } from './SharedList.tsx';
import { wishlistTable } from './texts.ts';

interface Props {
  /** The address names a list that somebody shares. */
  isShared: boolean;
  hasAccounts: boolean;
  /** What the page's language says otherwise. */
  texts: OwnTexts;
}

/** The shopper's own wishlist, or one that is shared (R170). */
export default memo(function Wishlist({ isShared, hasAccounts, texts }: Props) {
  const words = wordsIn(wishlistTable, texts);
  return isShared ? <SharedList words={words} /> : <OwnList words={words} hasAccounts={hasAccounts} />;
});
