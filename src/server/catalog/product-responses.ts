/** Converts a product to the response types of the API contract. Pure. */
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import type { MediaImage } from '#lib/media/image.ts';
import { jpegImageUrl } from '../media/image-url.ts';
import type { GalleryImage } from '../media/images-store.ts';
import type { DisplayPricing } from './price-view.ts';
import type { ProductRecord } from './products-store.ts';
import type { CustomOption, VariantRecord } from './records.ts';
import { saleStatus, unitsForSale } from './stock.ts';
import { createSecondImageFinder } from './variant-images.ts';

interface ValueViews {
  /**
   * The value's own image. Without one, the image of the first variant with this value, if images distinguish the option's
   * values.
   */
  picture?: MediaImage;
  /** A second image of the variant that `picture` shows. */
  second?: MediaImage;
}

/** Returns a function that finds the images of an option value, given the option's position and the value. */
function valueViews({
  options,
  variants,
  gallery,
  title,
}: ProductRecord): (option: number, value: string) => ValueViews {
  const shownVariants = variants.map((variant) => ({ ...variant, first: variant.picture?.id }));
  // An alt text equal to the title is the default and does not name a variant.
  const pictures = gallery.map((picture) => ({ ...picture, alt: picture.alt === title ? '' : picture.alt }));
  const views = createSecondImageFinder(shownVariants, pictures);
  return (option, value) => {
    const valuePicture = options[option]?.values.find((entry) => entry.value === value)?.picture;
    const variant = views.tellApart(option)
      ? shownVariants.find(({ optionValues }) => optionValues[option] === value)
      : undefined;
    const picture = valuePicture ?? variant?.picture;
    const second = variant && views.ofVariant({ ...variant, first: picture?.id });
    return { ...(picture && { picture }), ...(second && { second: plain(second) }) };
  };
}

function plain({ optionValue, ...picture }: GalleryImage): MediaImage {
  return picture;
}

/** The fields of a product page's data that depend only on the product itself. */
export type BaseProductDetail = Omit<
  ProductDetail,
  | 'reviews'
  | 'collections'
  | 'related'
  | 'offers'
  | 'arrives'
  | 'arrives_customised'
  | 'arrives_to'
  | 'shipping_rates'
  | 'handling'
>;

export function toBaseProductDetail(product: ProductRecord, view: DisplayPricing): BaseProductDetail {
  const prices = product.variants.map((variant) => view.priceOf(product.id, variant.price));
  return {
    id: product.id,
    title: product.title,
    seo_url: product.handle,
    description_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    img_size: product.imgSize,
    currency: view.currency,
    pictures: product.gallery.map(({ optionValue, ...picture }) => ({
      ...picture,
      option_value: optionValue,
    })),
    options: product.options,
    variants: toVariantTable(product, view),
    ...(product.variants.some(({ barcode }) => barcode !== '') && {
      barcodes: product.variants.map(({ barcode }) => barcode),
    }),
    min_price: view.wire(Math.min(...prices)),
    max_price: view.wire(Math.max(...prices)),
    in_stock: product.variants.some((variant) => saleStatus(variant) === 1),
    isPreSale: product.isPresale,
    ships_on: product.isPresale ? product.shipsOn : null,
    is_virtual: product.isVirtual,
    noOptions: product.options.length === 0,
    custom_options: product.customOptions.map((option) => toCustomOption(option, view)),
    has_others: product.others.tabs.length > 0 || product.others.size_guide !== '',
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
  };
}

/** Returns all variants as a table with one column per field. */
export function toVariantTable(product: ProductRecord, view: DisplayPricing): VariantTable {
  const { variants, options, gallery } = product;
  const valueAt = options.map((option) => new Map(option.values.map(({ value }, at) => [value, at])));
  const pictureAt = new Map(gallery.map((picture, at) => [picture.id, at]));
  return {
    sku_id: variants.map((variant) => variant.id),
    choice: variants.map((variant) => variant.optionValues.map((value, at) => valueAt[at]?.get(value) ?? -1)),
    sale_price: variants.map((variant) => view.wire(view.priceOf(product.id, variant.price))),
    original_price: variants.map((variant) => view.wire(variant.price)),
    compare_at_price: variants.map((variant) => wireOrNull(variant.compareAtPrice, view)),
    sale_status: variants.map(saleStatus),
    picture: variants.map((variant) => (variant.picture ? (pictureAt.get(variant.picture.id) ?? -1) : -1)),
    sku: variants.map((variant) => variant.sku),
  };
}

export function toCustomOption(option: CustomOption, view: DisplayPricing): CustomOptionData {
  return {
    ...option,
    price: view.wire(option.price),
    values: option.values.map((value) => ({ ...value, price: view.wire(value.price) })),
  };
}

/**
 * Returns a product with options and variants for islands (API-069). The ids of options and values are derived from their
 * positions, which start at 1.
 */
export function toWireProduct(product: ProductRecord, view: DisplayPricing): WireProduct {
  const shown = product.variants.find((variant) => saleStatus(variant) === 1) ?? product.variants[0]!;
  const [first] = product.gallery;
  const viewsOf = valueViews(product);
  const valueId = (option: number, value: string) =>
    (option + 1) * 10_000 +
    (product.options[option]?.values.findIndex((entry) => entry.value === value) ?? -1) +
    1;
  return {
    id: product.id,
    title: product.title,
    seoUrl: product.handle,
    thumbnail: first ? jpegImageUrl(first, 320) : '',
    original: first ? jpegImageUrl(first, 1280) : '',
    salePrice: view.wire(view.priceOf(product.id, shown.price)),
    compareAtPrice: wireOrNull(shown.compareAtPrice, view),
    isPreSale: product.isPresale,
    isVirtual: product.isVirtual,
    imgSize: product.imgSize,
    options: product.options.map((option, at) => ({
      id: at + 1,
      name: option.name,
      style: option.style,
      values: option.values.map(({ value, picture, styleValue }) => ({
        id: valueId(at, value),
        value,
        img: picture ? jpegImageUrl(picture, 160) : '',
        styleValue: styleValue ?? '',
        ...viewsOf(at, value),
      })),
    })),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      optionValueIds: variant.optionValues.map((value, at) => valueId(at, value)),
      optionValueNames: variant.optionValues,
      salePrice: view.wire(view.priceOf(product.id, variant.price)),
      originalPrice: view.wire(variant.price),
      compareAtPrice: wireOrNull(variant.compareAtPrice, view),
      availableStockQuantity: unitsForSale(variant),
      inventoryPolicy: variant.inventoryPolicy,
      sale_status: saleStatus(variant),
      imgUrl: variant.picture ? jpegImageUrl(variant.picture, 320) : '',
      sku: variant.sku,
    })),
    customizeOptions: product.customOptions.map((option) => toCustomOption(option, view)),
  };
}

/**
 * Returns the prices of variants (API-001). `tailor_status` concerns the customisation of a bag line, so here it is always 1
 * (valid).
 */
export function toVariantPrices(productId: number, variants: readonly VariantRecord[], view: DisplayPricing) {
  return variants.map((variant) => ({
    sku_id: variant.id,
    sale_price: view.wire(view.priceOf(productId, variant.price)),
    original_price: view.wire(variant.price),
    tailor_status: 1 as const,
  }));
}

/** Returns the stock of variants (API-002, PRICE-03). */
export function toVariantStock(
  variants: readonly VariantRecord[],
  state: { isPublished: boolean; isDeleted: boolean },
) {
  return variants.map((variant) => ({
    sku_id: variant.id,
    sale_inventory_quantity: state.isDeleted ? 0 : unitsForSale(variant),
    sale_status: state.isDeleted ? (0 as const) : saleStatus(variant),
    is_product_deleted: state.isDeleted,
    is_product_published: state.isPublished,
  }));
}

function wireOrNull(minor: number | null, view: DisplayPricing): number | null {
  return minor === null ? null : view.wire(minor);
}
