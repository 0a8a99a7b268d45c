/** What a product's page says about it to search engines, out of what it is made from. */
import type { PictureData } from '../contract/product.ts';
import type { ProductDetail } from '../contract/storefront.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency } from '../currency/config.ts';
import { displayAmount } from '../currency/display.ts';
import { pictureUrl } from '../media/picture.ts';
import { shownMinor } from '../money/minor.ts';
import { plainText } from './plain-text.ts';
import type { ProductFacts } from './product-ld.ts';

/** Pictures named for the product as a whole. */
const mostPictures = 5;
const longestDescription = 5000;

/**
 * @param origin of the shop, without a trailing slash
 * @param config prices are those a new visitor is shown (design 4)
 * @param shown row of the variant the page starts with
 */
export function productFacts(
  origin: string,
  product: ProductDetail,
  config: CurrencyConfig,
  shown: number,
): ProductFacts {
  const { variants: table, pictures, reviews } = product;
  const target = shownCurrency(config, null);
  const own = ownCurrency(config).currency;
  const address = ({ id, width }: PictureData) => origin + pictureUrl(id, Math.min(width, 1280), 'jpeg');
  return {
    id: product.id,
    seoUrl: product.seo_url,
    title: product.title,
    description: plainText(product.description_html, longestDescription) || product.seo_description,
    brand: product.vendor,
    images: pictures.slice(0, mostPictures).map(address),
    currency: target.currency,
    rating:
      reviews.comment_num > 0 ? { average: reviews.comment_avg_star, count: reviews.comment_num } : null,
    options: product.noOptions ? [] : product.options.map(({ name }) => name),
    variants: table.sku_id.map((id, row) => {
      const picture = pictures[Math.max(0, table.picture[row] ?? 0)];
      return {
        id,
        values: product.options.map(
          ({ values }, option) => values[table.choice[row]?.[option] ?? -1]?.value ?? '',
        ),
        sku: table.sku[row] ?? '',
        price: displayAmount(shownMinor(table.sale_price[row] ?? 0, own), config, target),
        availability:
          table.sale_status[row] !== 1 ? 'OutOfStock' : product.isPreSale ? 'PreOrder' : 'InStock',
        image: picture ? address(picture) : '',
      };
    }),
    shown,
  };
}
