import type { ProductDetail } from '../contract/storefront.ts';
import { htmlText } from './html-text.ts';

/**
 * Every variant with its price as rows of a table, each with a link to the page that starts with it. HTML as a string: there
 * may be 500 of them, and a template costs more than all it writes.
 * @param money writes an amount
 * @param soldOut what stands in place of a price
 */
export function variantRows(
  { options, variants }: Pick<ProductDetail, 'options' | 'variants'>,
  money: (amount: number) => string,
  soldOut: string,
): string {
  const { sku_id, choice, sale_price, sale_status } = variants;
  const words = options.map(({ values }) => values.map(({ value }) => htmlText(value)));
  let rows = '';
  for (const [row, id] of sku_id.entries()) {
    const name = (choice[row] ?? []).map((value, option) => words[option]?.[value]).join(' / ');
    const price = htmlText(sale_status[row] === 1 ? money(sale_price[row] ?? 0) : soldOut);
    rows += `<tr><th scope="row"><a href="?variant=${id}" rel="nofollow">${name}</a></th><td>${price}</td></tr>`;
  }
  return rows;
}
