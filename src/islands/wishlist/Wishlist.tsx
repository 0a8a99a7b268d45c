import type { OwnTexts } from '#lib/messages/format.ts';
import { wordsIn } from '#lib/messages/format.ts';
import { OwnList } from './OwnList.tsx';
import { SharedList } from './SharedList.tsx';
import { wishlistTable } from './words.ts';

interface Props {
  /** The address names a list that somebody shares. */
  isShared: boolean;
  hasAccounts: boolean;
  /** What the page's language says otherwise. */
  texts: OwnTexts;
}

/** The shopper's own wishlist, or one that is shared (R170). */
export default function Wishlist({ isShared, hasAccounts, texts }: Props) {
  const words = wordsIn(wishlistTable, texts);
  return isShared ? <SharedList words={words} /> : <OwnList words={words} hasAccounts={hasAccounts} />;
}
