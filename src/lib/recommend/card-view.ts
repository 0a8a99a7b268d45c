/** What the card of a recommended product shows: the same as the shop's other cards (RECO-04). Pure. */
import type { PictureData } from '#lib/contract/product.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';

export interface CardView {
  id: number;
  title: string;
  seoUrl: string;
  /** The lowest price of what can be bought. */
  amount: number;
  /** Struck through; null when it is not more. */
  was: number | null;
  /** Variants differ in price. */
  isFrom: boolean;
  badge: '' | 'preOrder' | 'sale';
  /** As on the other cards (lib/catalog/card-facts.ts); what is sold out is not recommended. */
  quickAdd: 'page' | 'add' | 'choose';
  picture: PictureData | null;
  /** Where a platform has no forms of its pictures. */
  original: string;
}

/** @param product as POST /api/v1/recommend/detail answers it */
export function cardView(product: WireProduct & { picture?: PictureData | null }): CardView {
  const onSale = product.variants.filter((variant) => variant.sale_status === 1);
  const prices = (onSale.length > 0 ? onSale : product.variants).map((variant) => variant.salePrice);
  const amount = prices.length > 0 ? Math.min(...prices) : product.salePrice;
  // The compare-at price belongs to the variant the product is shown with.
  const before = amount === product.salePrice ? product.compareAtPrice : null;
  const was = before !== null && before > amount ? before : null;
  return {
    id: product.id,
    title: product.title,
    seoUrl: product.seoUrl,
    amount,
    was,
    isFrom: prices.some((price) => price !== amount),
    badge: product.isPreSale ? 'preOrder' : was === null ? '' : 'sale',
    quickAdd:
      product.isPreSale || product.customizeOptions.length > 0
        ? 'page'
        : product.options.every(({ values }) => values.length <= 1)
          ? 'add'
          : 'choose',
    picture: product.picture ?? null,
    original: product.original,
  };
}
