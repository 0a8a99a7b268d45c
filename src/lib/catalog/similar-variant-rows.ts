import type { VariantTable } from '../contract/product.ts';

/**
 * Returns the table rows of the other variants for sale; those that share the most option values with the variant in `row` come first.
 * @param max maximum number of rows
 */
export function findSimilarVariantRows(table: VariantTable, row: number, max: number): number[] {
  const values = table.choice[row] ?? [];
  const shared = (other: number) =>
    table.choice[other]!.filter((value, option) => value === values[option]).length;
  return table.choice
    .map((_, other) => other)
    .filter((other) => other !== row && table.sale_status[other] === 1)
    .sort((left, right) => shared(right) - shared(left))
    .slice(0, max);
}
