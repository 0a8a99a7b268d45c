/** Makes the search index anew from the products that stand in the tables, after a restore. */
import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { searchText } from './products-write-store.ts';
import { indexProducts, unindexProducts } from './search-index-store.ts';

const pageSize = 200;

/** @returns how many products can be found now */
export async function rebuildSearch(trx: Transaction<Tables>, dialect: Database['dialect']): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const products = await trx
      .selectFrom('products')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const last = products.at(-1);
    if (!last) return count;
    after = last.id;
    const ids = products.map((product) => product.id);
    const variants = await trx
      .selectFrom('variants')
      .select(['product_id', 'title', 'sku'])
      .where('product_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
    const listed = products.filter((product) => product.is_published === 1 && product.deleted_at === null);
    const texts = listed.map((product) =>
      searchText({ id: product.id, plan: { product, variants: byProduct.get(product.id) ?? [] } }),
    );
    await unindexProducts(trx, dialect, ids);
    await indexProducts(trx, dialect, texts);
    count += texts.length;
  }
}
