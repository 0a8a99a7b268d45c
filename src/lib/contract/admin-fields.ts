/** Fields that endpoints of the admin share. */
import { z } from 'zod';

/** Fields of a list's query: the page, its size and, with `listSort`, the order. */
export const listPage = {
  page: z.coerce.number<number | string>().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number<number | string>().int().min(1).max(100).default(25),
};

type Sort<Field extends string> = `${Field}:${'asc' | 'desc'}`;

/** Order of a list, as `field:asc` or `field:desc`. */
export function listSort<const Field extends string>(fields: readonly Field[], usual: Sort<Field>) {
  const values = fields.flatMap((field): Sort<Field>[] => [`${field}:asc`, `${field}:desc`]);
  return z.enum(values as [Sort<Field>, ...Sort<Field>[]]).default(usual as never) as z.ZodDefault<
    z.ZodEnum<{ [Key in Sort<Field>]: Key }>
  >;
}

/** One page of a list and the number of all its entries. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });
