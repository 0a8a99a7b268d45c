import { api } from '#client/api/api.ts';
import { joinStockAndPrices, type QuickProduct } from '#lib/catalog/card-options.ts';

const requests = new Map<number, Promise<QuickProduct | null>>();

/** Returns a product with its variants for sale, cached for the page. Returns null on failure; the next call then fetches it again. */
export function fetchQuickAddProduct(id: number): Promise<QuickProduct | null> {
  let answer = requests.get(id);
  if (!answer) {
    answer = load(id);
    requests.set(id, answer);
    void answer.then((product) => product ?? requests.delete(id));
  }
  return answer;
}

async function load(id: number): Promise<QuickProduct | null> {
  const params = { params: { id } };
  const [product, stock, prices] = await Promise.all([
    api('GET /api/v1/cart/product/:id', params),
    api('GET /api/v1/products/:id/variant/inventory', params),
    api('GET /api/v1/products/:id/variant/price', params),
  ]);
  if (product.code !== 0 || stock.code !== 0 || prices.code !== 0) return null;
  if (!product.data || !stock.data || !prices.data) return null;
  return { product: product.data, listing: joinStockAndPrices(stock.data, prices.data) };
}
