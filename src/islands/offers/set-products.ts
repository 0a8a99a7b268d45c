/** Products of a set with what can be bought of them. */
import { api } from '#client/api.ts';
import { codes } from '#lib/contract/codes.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';

export type Variant = WireProduct['variants'][number];

/** What one row of a set is: a variant of a product. */
export interface Choice {
  product: WireProduct;
  variant: Variant;
}

/** Why something is not there: the shop says so, or it could not be asked and nobody knows. */
export type Missing = 'gone' | 'unasked';

/** @param code of an answer that is not the wanted one */
export function missing(code: number): Missing {
  return code === codes.notFound ? 'gone' : 'unasked';
}

/** @param tying id of the offer it is read from (API-010); null: the product alone (API-069) */
export async function readSetProduct(id: number, tying: number | null): Promise<WireProduct | Missing> {
  const answer =
    tying === null
      ? await api('GET /api/v1/cart/product/:id', { params: { id } })
      : await api('GET /api/v1/promotion/tying/:id/product/:pid', { params: { id: tying, pid: id } });
  return answer.code === 0 && answer.data ? answer.data : missing(answer.code);
}

/** Variants of these products that are for sale; `only` one of them where the set names it. */
export function choicesOf(products: readonly WireProduct[], only: number | null): Choice[] {
  return products.flatMap((product) =>
    product.variants
      .filter(({ id, sale_status }) => sale_status === 1 && (only === null || id === only))
      .map((variant) => ({ product, variant })),
  );
}

/**
 * A list to choose a variant from, products as groups where there are several.
 * @param label says what is chosen
 */
export function choiceList(choices: readonly Choice[], chosen: Choice, label: string): HTMLSelectElement {
  const select = document.createElement('select');
  select.className = 'select';
  select.ariaLabel = label;
  const byProduct = [...Map.groupBy(choices, ({ product }) => product).entries()];
  for (const [product, own] of byProduct) {
    const options = own.map(({ variant }) => {
      const name = variant.optionValueNames.join(' / ') || product.title;
      return new Option(name, String(variant.id), false, variant === chosen.variant);
    });
    if (byProduct.length === 1) select.append(...options);
    else {
      const group = Object.assign(document.createElement('optgroup'), { label: product.title });
      group.append(...options);
      select.append(group);
    }
  }
  return select;
}
