/** What a promotion gives, by name, for those who are told of its rules. */
import { tags } from '../cache/tags.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Context } from '../core/handler.ts';
import { fullGiftKind } from './kinds/full-gift.ts';
import type { Promotion } from './promotion.ts';

/** @returns titles of products by variant id; none for promotions that give nothing */
export async function giftTitles(
  context: Context,
  { id, kind, rules }: Promotion,
): Promise<ReadonlyMap<number, string>> {
  const offer = kind === fullGiftKind.name ? fullGiftKind.read(rules) : null;
  if (!offer) return new Map();
  return context.cached(`gifts of:${id}`, async (own) => {
    const ids = offer.steps.flatMap(({ gifts }) => gifts.map(({ variant_id }) => variant_id));
    const found = [...(await readVariants(own.services.db.read, ids)).values()];
    own.tag(tags.promotions, ...found.map(({ productId }) => tags.product(productId)));
    return new Map(found.map((variant) => [variant.id, variant.productTitle]));
  });
}
