import { type IslandShop, islandShop } from '#lib/bag/shop-words.ts';
import { pageData } from './page-data.ts';

/** What the bag's and the product's islands are told about the shop. */
export async function islandProps(locals: App.Locals): Promise<IslandShop> {
  const { shop, currency, texts } = await pageData(locals);
  return islandShop(currency, texts, shop.bag);
}
