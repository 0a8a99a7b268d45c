import { memo } from 'react';
import { type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { MyWishlist } from './MyWishlist.tsx';
import { SharedList } from './SharedList.tsx';
import { wishlistIslandTexts } from './texts.ts';

interface Props {
  /** True if the URL is the link of a shared wishlist. */
  isShared: boolean;
  hasAccounts: boolean;
  texts: CustomTexts;
}

/** Renders the shopper's wishlist, or a shared one (R170). */
export default memo(function Wishlist({ isShared, hasAccounts, texts }: Props) {
  const localeTexts = createTexts(wishlistIslandTexts, texts);
  return isShared ? (
    <SharedList words={localeTexts} />
  ) : (
    <MyWishlist texts={localeTexts} hasAccounts={hasAccounts} />
  );
});
