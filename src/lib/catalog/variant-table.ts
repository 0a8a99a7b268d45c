/** Reads the compact table of a product's variants (contract `variantTable`): choice of options → variant. */
import type { VariantTable } from '../contract/product.ts';

/** A shopper's choice: for each option the position of the chosen value, or -1 while none is chosen. */
export type Choice = readonly number[];

/**
 * The choices of a product that has a variant for each combination of its values, in the order of a merchant's table: the last option's
 * values change first.
 */
export function everyChoice(options: readonly { values: readonly unknown[] }[]): number[][] {
  return options.reduce<number[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((_, value) => [...row, value])),
    [[]],
  );
}

/**
 * Finds the variant of a complete choice.
 * @returns its row in the table, or -1 when no variant has these values
 */
export function findRow(table: VariantTable, choice: Choice): number {
  return table.choice.findIndex((row) => row.every((value, option) => value === choice[option]));
}

/**
 * Row of a variant id, as `?variant=` names it.
 * @returns the row, or -1
 */
export function rowOf(table: VariantTable, skuId: number): number {
  return table.sku_id.indexOf(skuId);
}

/** Row to start with: the first variant on sale, else the first. */
export function firstRow(table: VariantTable): number {
  const onSale = table.sale_status.indexOf(1);
  return onSale === -1 ? 0 : onSale;
}

/**
 * Whether value `value` of option `option` leads to a variant, given what is chosen for the other options.
 * @param onSaleOnly true: a sold-out variant does not count
 */
export function isReachable(
  table: VariantTable,
  choice: Choice,
  option: number,
  value: number,
  onSaleOnly = false,
): boolean {
  return table.choice.some(
    (row, index) =>
      (!onSaleOnly || table.sale_status[index] === 1) &&
      row.every((has, at) =>
        at === option ? has === value : choice[at] === undefined || choice[at] === -1 || choice[at] === has,
      ),
  );
}
