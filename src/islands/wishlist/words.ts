/** The words of the wishlist's page. */
import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import type { WordsOf } from '#lib/messages/format.ts';
import { wishlistTexts } from '#lib/messages/wishlist.ts';

const { newHere, sale } = { newHere: 'New', sale: 'Sale' } as const;
const { copySuccess } = quietTexts;

export const wishlistTable = { ...defaultTexts, ...wishlistTexts, copySuccess, newHere, sale } as const;
export type WishlistWords = WordsOf<typeof wishlistTable>;
