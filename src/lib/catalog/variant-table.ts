/** Finds variants by chosen options in the compact table of a product's variants (contract `variantTable`). */
import type { VariantTable } from '../contract/product.ts';

/** A shopper's choice: for each option the index of the chosen value, or -1 if none is chosen. */
export type OptionChoice = readonly number[];

/**
 * Returns all combinations of option values, each as a list of indexes, for a product with a variant for each combination. The last option
 * varies fastest, which is the order in which merchants list variants.
 */
export function listOptionCombinations(options: readonly { values: readonly unknown[] }[]): number[][] {
  return options.reduce<number[][]>(
    (rows, { values }) => rows.flatMap((row) => values.map((_, value) => [...row, value])),
    [[]],
  );
}

/**
 * Finds the variant for a choice that includes every option.
 * @returns its row in the table, or -1 if no variant has these values
 */
export function findRow(table: VariantTable, choice: OptionChoice): number {
  return table.choice.findIndex((row) => row.every((value, option) => value === choice[option]));
}

/** Returns the table row of a variant id, as used in `?variant=`; -1 if there is none. */
export function findRowBySkuId(table: VariantTable, skuId: number): number {
  return table.sku_id.indexOf(skuId);
}

/** Returns the row that is selected initially: the first variant for sale, otherwise the first variant. */
export function getInitialRow(table: VariantTable): number {
  const onSale = table.sale_status.indexOf(1);
  return onSale === -1 ? 0 : onSale;
}

/**
 * Returns whether a variant has value `value` for option `option` and the chosen values for the other options.
 * @param onSaleOnly true: ignore sold-out variants
 */
export function hasMatchingVariant(
  table: VariantTable,
  choice: OptionChoice,
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
