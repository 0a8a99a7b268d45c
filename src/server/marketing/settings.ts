/** The merchant's settings of recommendations and marketing events (R31, R69, R71). */
import { z } from 'zod';
import { color } from '#lib/contract/wire-theme.ts';

/** Of the newsletter (R44). */
export const newsletterSettings = z.strictObject({
  /** Given to who subscribes in a popup; '' for none. */
  popupCode: z.string().max(64).default(''),
});

/** Reminding of unpaid orders (REMIND-01); its words may come from a popup of type 8 (R02). */
export const reminderSettings = z.strictObject({ enabled: z.boolean() });

const handles = z.array(z.string().max(255)).max(1000);

/** Where the products of a list come from. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('best_selling') }),
  z.strictObject({ kind: z.literal('collection'), collection: z.string().max(255) }),
  z.strictObject({ kind: z.literal('products'), products: handles.min(1) }),
]);

export const recommendSettings = z.strictObject({
  /** Everything on or off. */
  status: z.boolean(),
  add_to_cart_status: z.boolean(),
  cart_status: z.boolean(),
  /** In the order they are shown. */
  lists: z
    .array(
      z.strictObject({
        id: z.number().int().min(1),
        title: z.string().min(1).max(120),
        imgSize: z.enum(['1:1', '3:4', '4:3']).default('3:4'),
        /** 1 detail, 2 cart, 3 collections, 4 add-to-cart. */
        page_types: z.array(z.literal([1, 2, 3, 4])).min(1),
        /** Handles of the collections (page type 3) or products it belongs to; none: all of them. */
        only: handles.default([]),
        source,
        limit: z.number().int().min(1).max(24).default(8),
      }),
    )
    .max(100)
    .refine((lists) => new Set(lists.map(({ id }) => id)).size === lists.length, 'has an id twice'),
});
export type RecommendSettings = z.output<typeof recommendSettings>;
export type RecommendList = RecommendSettings['lists'][number];

/** Nothing is recommended until the merchant says what. */
export const noRecommendations: RecommendSettings = {
  status: false,
  add_to_cart_status: false,
  cart_status: false,
  lists: [],
};

const fontDisplay = z
  .strictObject({
    color,
    /** px */
    fontSize: z.number().min(8).max(64),
    bgColor: color,
  })
  .partial();

const eventName = z.string().regex(/^[A-Z][A-Z_]{0,63}$/, 'must be a name like CHECKOUT_PAGE_COUNTDOWN');

/** Marketing events; a countdown says how long it runs. */
export const atmosphereSettings = z
  .array(
    z
      .strictObject({
        event: eventName,
        /** 1 text note, 2 button animation, 3 countdown. */
        type: z.literal([1, 2, 3]),
        title: z.string().max(255),
        params: z.strictObject({
          fontDisplay: fontDisplay.optional(),
          iconClass: z.string().max(64).optional(),
          countdownDisplay: z.string().max(255).optional(),
          minutes: z.number().positive().max(60_000).optional(),
          endingTitle: z.string().max(255).optional(),
        }),
        /** Handles of the products it speaks of; none: all, and pages that show no single product. */
        products: handles.default([]),
      })
      .refine((event) => event.type !== 3 || event.params.minutes !== undefined, {
        path: ['params', 'minutes'],
        message: 'is needed by a countdown',
      }),
  )
  .max(100);
export type AtmosphereSettings = z.output<typeof atmosphereSettings>;
