/** Builds a product card from the product's record and the current prices. Pure. */
import type { ProductCardData } from '#lib/contract/product.ts';
import type { MediaImage } from '#lib/media/image.ts';
import type { GalleryImage } from '../media/images-store.ts';
import type { CardRecord, CardVariant } from './cards-store.ts';
import { averageStars } from './comment-rules.ts';
import type { DisplayPricing } from './price-view.ts';
import { matchRequestedVariant, type RequestedVariant } from './requested-variant.ts';
import { createSecondImageFinder, findVariantImage } from './variant-images.ts';
import { nameVariants } from './variant-names.ts';

/**
 * Returns the card data of a product (CARD-01). Image and price are those of the requested variant (R160), else the product's first
 * image and the price of its cheapest variant; sold-out variants count only if all are sold out.
 * @param wish null if the request does not select variants
 */
export function toCard(
  record: CardRecord,
  view: DisplayPricing,
  wish: RequestedVariant | null,
): ProductCardData {
  const priceOf = (variant: CardVariant) => view.priceOf(record.id, variant.price);
  const wished = wish && wishedOf(record, record.variants, wish, priceOf);
  const onSale = record.variants.filter((variant) => variant.saleStatus === 1);
  const counted = onSale.length > 0 ? onSale : record.variants;
  const priced = wished ?? counted.reduce((best, next) => (priceOf(next) < priceOf(best) ? next : best));
  const { compareAtPrice: compareAt } = priced;
  const reduced = wished ? null : findReduced(counted, priced, priceOf, view);
  return {
    id: record.id,
    seo_url: record.handle,
    title: record.title,
    sale_price: view.wire(priceOf(priced)),
    compare_at_price: compareAt === null ? null : view.wire(compareAt),
    original_price: view.wire(priced.price),
    price_varies: !wished && counted.some((variant) => priceOf(variant) !== priceOf(priced)),
    ...(reduced && { reduced }),
    ...shownPictures(record, wished),
    img_size: record.imgSize,
    options_image: optionThumbnails(record, (variants) => wish && wishedOf(record, variants, wish, priceOf)),
    comment_num: record.commentNum,
    comment_avg_star: averageStars(record.commentNum, record.commentStarSum),
    sku_id: (wished ?? counted[0]!).id,
    variant: wished?.id ?? null,
    sale_status: wished ? wished.saleStatus : onSale.length > 0 ? 1 : 0,
    in_stock: onSale.length > 0,
    isPreSale: record.isPresale,
    isNew: record.isNew,
    noOptions: record.options.every(({ values }) => values.length <= 1),
    has_custom_props: record.hasCustomOptions,
  };
}

/**
 * Returns the cheapest reduced variant of a product whose cheapest variant is not reduced; null if there is none.
 * @param variants those that the card's price counts, in the merchant's order
 * @param cheapest the variant whose price the card shows
 */
function findReduced(
  variants: readonly CardVariant[],
  cheapest: CardVariant,
  priceOf: (variant: CardVariant) => number,
  { wire }: DisplayPricing,
): ProductCardData['reduced'] | null {
  const priceBefore = ({ price, compareAtPrice }: CardVariant) => Math.max(price, compareAtPrice ?? 0);
  const isReduced = (variant: CardVariant) => priceBefore(variant) > priceOf(variant);
  if (isReduced(cheapest)) return null;
  const [first, ...others] = variants.filter(isReduced);
  if (!first) return null;
  const shown = others.reduce((best, next) => (priceOf(next) < priceOf(best) ? next : best), first);
  const names = nameVariants(variants, (variant) => isReduced(variant) && priceOf(variant));
  return {
    name: names[variants.indexOf(shown)]!,
    sale_price: wire(priceOf(shown)),
    price_before: wire(priceBefore(shown)),
  };
}

function wishedOf(
  { options }: CardRecord,
  variants: readonly CardVariant[],
  wish: RequestedVariant,
  priceOf: (variant: CardVariant) => number,
): CardVariant | null {
  const names = options.map(({ name }) => name);
  return matchRequestedVariant(names, variants, wish, priceOf);
}

function shownPictures({ variants, gallery, title }: CardRecord, wished: CardVariant | null) {
  const withFirstPicture = (variant: CardVariant) => ({ ...variant, first: firstOf(variant, gallery)?.id });
  const views = createSecondImageFinder(variants.map(withFirstPicture), gallery);
  const original = wished ? firstOf(wished, gallery) : gallery[0];
  const second = wished ? views.ofVariant(withFirstPicture(wished)) : views.ofProduct();
  return { original: titled(original, title), second: titled(second, title) };
}

function firstOf({ mediaId, optionValues }: CardVariant, gallery: CardRecord['gallery']) {
  return findVariantImage(mediaId, optionValues, gallery);
}

function titled(picture: GalleryImage | undefined, title: string): MediaImage | null {
  if (!picture) return null;
  const { optionValue, ...rest } = picture;
  return { ...rest, alt: picture.alt || title };
}

/**
 * Returns the values of the first option that has images or colours.
 * @param wishedOf returns the requested variant in a list, null if there is none
 */
function optionThumbnails(
  record: CardRecord,
  wishedOf: (variants: readonly CardVariant[]) => CardVariant | null,
): ProductCardData['options_image'] {
  const at = record.options.findIndex((option) =>
    option.values.some((value) => value.picture || value.styleValue),
  );
  return (record.options[at]?.values ?? []).flatMap(({ value, styleValue, picture }) => {
    const variants = record.variants.filter((variant) => variant.optionValues[at] === value);
    const shown = wishedOf(variants) ?? variants.find(({ saleStatus }) => saleStatus === 1) ?? variants[0];
    if (!shown) return [];
    const valuePicture = picture ? { ...picture, alt: picture.alt || record.title } : null;
    return [{ value, ...(styleValue && { styleValue }), picture: valuePicture, sku_id: shown.id }];
  });
}
