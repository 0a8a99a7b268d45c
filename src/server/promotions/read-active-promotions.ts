/** Reads active promotions for endpoints, with parsed rules. */
import type { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { isActive, nextChange, type Promotion } from './promotion.ts';
import { readPromotions } from './promotions-store.ts';

/** Returns the active promotions, and adds to the response their cache tag and the next time at which a promotion starts or ends. */
export async function readActivePromotions(context: Context): Promise<Promotion[]> {
  const promotions = await readPromotions(context.services.db.read, context.now);
  context.tag(tags.promotions);
  const changesAt = nextChange(promotions, context.now);
  if (changesAt !== null) context.changesAt(changesAt);
  return promotions.filter((promotion) => isActive(promotion, context.now));
}

/**
 * Returns an active promotion of the given type, with its parsed rules.
 * @throws Failure 10404 if the promotion does not exist, has another type or is not active
 */
export async function readActivePromotion<Rules extends z.ZodType>(
  context: Context,
  id: number,
  kind: { name: string; schema: Rules },
): Promise<{ promotion: Promotion; rules: z.output<Rules> }> {
  const promotion = (await readActivePromotions(context)).find((entry) => entry.id === id);
  const rules = promotion?.kind === kind.name ? kind.schema.safeParse(promotion.rules) : null;
  if (!promotion || !rules?.success) throw new Failure(codes.notFound, 'There is no such offer right now.');
  return { promotion, rules: rules.data };
}
