import { memo } from 'react';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { OwnList } from './OwnList.tsx';
import { SharedList } from './SharedList.tsx';
import { wishlistTable } from './texts.ts';

interface Props {
  /** The URL names a shared list. */
  isShared: boolean;
  hasAccounts: boolean;
  texts: CustomTexts;
}

/** Renders the shopper's wishlist, or a shared one (R170). */
export default memo(function Wishlist({ isShared, hasAccounts, texts }: Props) {
  const localeTexts = createTexts(wishlistTable, texts);
  return isShared ? (
    <SharedList words={localeTexts} />
  ) : (
    <OwnList texts={localeTexts} hasAccounts={hasAccounts} />
  );
});
