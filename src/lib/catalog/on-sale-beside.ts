import type { VariantTable } from '../contract/product.ts';

/**
 * Variants on sale, those first that share most values with a given one.
 * @param row of the given one
 * @returns rows, `most` at most
 */
export function onSaleBeside(table: VariantTable, row: number, max: number): number[] {
  const values = table.choice[row] ?? [];
  const shared = (other: number) =>
    table.choice[other]!.filter((value, option) => value === values[option]).length;
  return table.choice
    .map((_, other) => other)
    .filter((other) => other !== row && table.sale_status[other] === 1)
    .sort((left, right) => shared(right) - shared(left))
    .slice(0, max);
}
