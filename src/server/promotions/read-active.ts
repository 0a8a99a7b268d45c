/** Single promotions for their calls: those that hold now, with their rules read. */
import type { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { Failure } from '../core/failure.ts';
import type { Context } from '../core/handler.ts';
import { isActive, nextChange, type Promotion } from './promotion.ts';
import { readPromotions } from './promotions-store.ts';

/** Promotions that hold now. Tags the answer with them, and with the instant at which one starts or ends. */
export async function activePromotions(context: Context): Promise<Promotion[]> {
  const promotions = await readPromotions(context.services.db.read, context.now);
  context.tag(tags.promotions);
  const changesAt = nextChange(promotions, context.now);
  if (changesAt !== null) context.changesAt(changesAt);
  return promotions.filter((promotion) => isActive(promotion, context.now));
}

/**
 * An active promotion of one kind with its rules.
 * @throws Failure 10404 for an unknown id, another kind, or not active
 */
export async function activeOf<Rules extends z.ZodType>(
  context: Context,
  id: number,
  kind: { name: string; schema: Rules },
): Promise<{ promotion: Promotion; rules: z.output<Rules> }> {
  const promotion = (await activePromotions(context)).find((entry) => entry.id === id);
  const rules = promotion?.kind === kind.name ? kind.schema.safeParse(promotion.rules) : null;
  if (!promotion || !rules?.success) throw new Failure(codes.notFound, 'There is no such offer right now.');
  return { promotion, rules: rules.data };
}
