/** What a product's page says about it to search engines, out of what it is made from. */
import type { ProductDetail } from '../contract/storefront.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency } from '../currency/config.ts';
import { displayAmount } from '../currency/display.ts';
import { pictureUrl } from '../media/picture.ts';
import { shownMinor } from '../money/minor.ts';
import { shortened } from './plain-text.ts';
import type { ProductFacts } from './product-ld.ts';

/** Pictures named for the product as a whole. */
const mostPictures = 5;
const longestDescription = 5000;

/**
 * @param origin of the shop, without a trailing slash
 * @param config prices are those a new visitor is shown
 * @param shown row of the variant the page starts with
 * @param words of its description
 */
export function productFacts(
  origin: string,
  product: ProductDetail,
  config: CurrencyConfig,
  shown: number,
  words: string,
): ProductFacts {
  const { variants: table, pictures, reviews } = product;
  const target = shownCurrency(config, null);
  const own = ownCurrency(config).currency;
  const addresses = pictures.map(({ id, width }) => origin + pictureUrl(id, Math.min(width, 1280), 'jpeg'));
  return {
    id: product.id,
    seoUrl: product.seo_url,
    title: product.title,
    description: shortened(words, longestDescription) || product.seo_description,
    brand: product.vendor,
    images: addresses.slice(0, mostPictures),
    currency: target.currency,
    rating:
      reviews.comment_num > 0 ? { average: reviews.comment_avg_star, count: reviews.comment_num } : null,
    options: product.noOptions ? [] : product.options.map(({ name }) => name),
    variants: table.sku_id.map((id, row) => ({
      id,
      values: product.options.map(
        ({ values }, option) => values[table.choice[row]?.[option] ?? -1]?.value ?? '',
      ),
      sku: table.sku[row] ?? '',
      price: displayAmount(shownMinor(table.sale_price[row] ?? 0, own), config, target),
      availability: table.sale_status[row] !== 1 ? 'OutOfStock' : product.isPreSale ? 'PreOrder' : 'InStock',
      image: addresses[Math.max(0, table.picture[row] ?? 0)] ?? '',
    })),
    shown,
  };
}
