import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { wishlistTexts } from '#lib/messages/wishlist.ts';

const { products } = { products: 'Products' } as const;
const { copySuccess } = quietTexts;

export const wishlistTable = { ...defaultTexts, ...wishlistTexts, copySuccess, products } as const;
export type WishlistTexts = TextsOf<typeof wishlistTable>;
