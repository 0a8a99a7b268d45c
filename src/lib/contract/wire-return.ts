/** Schemas of an order's returns, an extension of the requirements. */
import { z } from 'zod';
import { returnReasons } from './return-reasons.ts';

export const returnReason = z.enum(returnReasons);

const returnLine = z.object({
  position: z.number().int(),
  quantity: z.number().int(),
  title: z.string(),
  variant_option: z.string(),
});

/** A return request; times are ms UTC, null if the step has not happened. */
export const wireReturn = z.object({
  id: z.number().int(),
  state: z.enum(['asked', 'accepted', 'refused', 'arrived', 'refunded']),
  reason: returnReason,
  /** The shopper's message. */
  words: z.string(),
  /** The shop's reply to the shopper. */
  answer: z.string(),
  asked_at: z.number().int(),
  answered_at: z.number().int().nullable(),
  arrived_at: z.number().int().nullable(),
  refunded_at: z.number().int().nullable(),
  lines: z.array(returnLine),
});
export type WireReturn = z.output<typeof wireReturn>;

/** Items of an order that can be returned now, and the possible reasons. */
export const wireReturnableItems = z.object({
  reasons: z.array(returnReason),
  lines: z.array(returnLine.extend({ image_url: z.string() })),
});
export type WireReturnableItems = z.output<typeof wireReturnableItems>;
