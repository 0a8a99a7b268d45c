import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import type { TextsOf } from '#lib/messages/format.ts';
import { wishlistTexts } from '#lib/messages/wishlist.ts';

const { products } = { products: 'Products' } as const;
const { copySuccess } = additionalTexts;

export const wishlistIslandTexts = { ...defaultTexts, ...wishlistTexts, copySuccess, products } as const;
export type WishlistTexts = TextsOf<typeof wishlistIslandTexts>;
