/** Collects the data of a product page that its structured data needs. */
import { getStrikethroughPrice } from '../catalog/product-card-view.ts';
import type { ProductDetail } from '../contract/storefront.ts';
import { type CurrencyConfig, findDisplayCurrency, findShopCurrency } from '../currency/config.ts';
import { convertForDisplay } from '../currency/display.ts';
import { getSocialImage } from '../media/image.ts';
import { roundToMinorUnits } from '../money/minor.ts';
import { shorten } from './html-to-text.ts';
import type { ProductJsonLdData } from './product-json-ld.ts';

/** Maximum number of reviews in the structured data. */
const maxReviews = 5;
/** Maximum number of product images in the structured data. */
const maxImages = 5;
const maxDescriptionLength = 5000;

/**
 * Returns the title of a product page: the SEO title, or else the product's title, followed by the product type unless the title contains
 * it.
 */
export function pageTitle({
  seo_title,
  title,
  product_type: type,
}: Pick<ProductDetail, 'seo_title' | 'title' | 'product_type'>): string {
  if (seo_title) return seo_title;
  // For example, the type "Mugs" adds nothing to "Tidal mug".
  const hasTypeInTitle = title.toLowerCase().includes(type.toLowerCase().replace(/(?:es|s)$/, ''));
  return hasTypeInTitle ? title : `${title}, ${type}`;
}

/**
 * Returns the product data for productJsonLd.
 * @param origin origin of the shop, without a trailing slash
 * @param config currencies of the shop; prices are in the currency that a new visitor sees
 * @param shown row of the variant that the page displays initially
 * @param description plain text of the product's description
 */
export function buildProductJsonLdData(
  origin: string,
  product: ProductDetail,
  config: CurrencyConfig,
  shown: number,
  description: string,
): ProductJsonLdData {
  const { variants: table, pictures, reviews } = product;
  const target = findDisplayCurrency(config, null);
  const shopCurrency = findShopCurrency(config).currency;
  const shownAmount = (amount: number) =>
    convertForDisplay(roundToMinorUnits(amount, shopCurrency), config, target);
  const wasOf = (row: number) => {
    const { sale_price: price, compare_at_price: compareAt, original_price: original } = table;
    const was = getStrikethroughPrice(price[row] ?? 0, compareAt[row] ?? null, original[row] ?? 0);
    return was === null ? null : shownAmount(was);
  };
  const addresses = pictures.map((picture) => origin + getSocialImage(picture).path);
  return {
    id: product.id,
    seoUrl: product.seo_url,
    title: product.title,
    description: shorten(description, maxDescriptionLength) || product.seo_description,
    brand: product.vendor,
    images: addresses.slice(0, maxImages),
    currency: target.currency,
    rating:
      reviews.comment_num > 0 ? { average: reviews.comment_avg_star, count: reviews.comment_num } : null,
    reviews: reviews.comment_num > 0 ? reviews.list.slice(0, maxReviews) : [],
    shipping: (product.shipping_rates ?? []).map((rate) => ({ ...rate, amount: shownAmount(rate.amount) })),
    handling: product.handling ?? null,
    shipsOn: (product.isPreSale && product.ships_on) || null,
    options: product.noOptions ? [] : product.options.map(({ name }) => name),
    variants: table.sku_id.map((id, row) => ({
      id,
      values: product.options.map(
        ({ values }, option) => values[table.choice[row]?.[option] ?? -1]?.value ?? '',
      ),
      sku: table.sku[row] ?? '',
      barcode: product.barcodes?.[row] ?? '',
      price: shownAmount(table.sale_price[row] ?? 0),
      was: wasOf(row),
      availability: table.sale_status[row] !== 1 ? 'OutOfStock' : product.isPreSale ? 'PreOrder' : 'InStock',
      image: addresses[Math.max(0, table.picture[row] ?? 0)] ?? '',
    })),
    shown,
  };
}
