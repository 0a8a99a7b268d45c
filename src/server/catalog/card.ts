/** A product's card from its record and the prices of the moment. Pure. */
import type { ProductCardData } from '#lib/contract/product.ts';
import type { CardRecord, CardVariant } from './cards-store.ts';
import { averageStars } from './comment-rules.ts';
import type { PriceView } from './price-view.ts';

/** CARD-01 of one product. The price shown is that of the cheapest variant, sold-out ones only if all are. */
export function toCard(record: CardRecord, view: PriceView): ProductCardData {
  const onSale = record.variants.filter((variant) => variant.saleStatus === 1);
  const counted = onSale.length > 0 ? onSale : record.variants;
  const priceOf = (variant: CardVariant) => view.priceOf(record.id, variant.price);
  const cheapest = counted.reduce((best, next) => (priceOf(next) < priceOf(best) ? next : best));
  const [first, second] = record.gallery.map(({ optionValue, ...picture }) => picture);
  const compareAt = cheapest.compareAtPrice;
  return {
    id: record.id,
    seo_url: record.handle,
    title: record.title,
    sale_price: view.wire(priceOf(cheapest)),
    compare_at_price: compareAt === null ? null : view.wire(compareAt),
    original_price: view.wire(cheapest.price),
    price_varies: counted.some((variant) => priceOf(variant) !== priceOf(cheapest)),
    original: first ?? null,
    second: second ?? null,
    img_size: record.imgSize,
    options_image: optionThumbnails(record),
    comment_num: record.commentNum,
    comment_avg_star: averageStars(record.commentNum, record.commentStarSum),
    sku_id: counted[0]!.id,
    sale_status: onSale.length > 0 ? 1 : 0,
    in_stock: onSale.length > 0,
    isPreSale: record.isPresale,
    isNew: record.isNew,
    noOptions: record.options.every(({ values }) => values.length <= 1),
    has_custom_props: record.hasCustomOptions,
  };
}

/** Values of the first option that can be seen: by a picture of its own or a colour. */
function optionThumbnails(record: CardRecord): ProductCardData['options_image'] {
  const at = record.options.findIndex((option) =>
    option.values.some((value) => value.picture || value.styleValue),
  );
  return (record.options[at]?.values ?? []).flatMap(({ value, styleValue, picture }) => {
    const variants = record.variants.filter((variant) => variant.optionValues[at] === value);
    const shown = variants.find((variant) => variant.saleStatus === 1) ?? variants[0];
    if (!shown) return [];
    return [{ value, ...(styleValue && { styleValue }), picture: picture ?? null, sku_id: shown.id }];
  });
}
