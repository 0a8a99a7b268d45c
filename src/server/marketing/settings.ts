/** Schemas of the settings for recommendations, marketing events, the newsletter and the order reminder (R31, R69, R71). */
import { z } from 'zod';
import { color } from '#lib/contract/wire-theme.ts';
import { toHandle } from '../core/handles.ts';
import type { SettingValue } from '../settings/store.ts';

/** Settings of the newsletter (R44). */
export const newsletterSettings = z.strictObject({
  popupCode: z
    .string()
    .max(64)
    .default('')
    .describe('Coupon code for shoppers who subscribe in a popup. Empty: none.'),
});

/** Settings of the reminder of unpaid orders (REMIND-01); a popup of type 8 may define the reminder's texts (R02). */
export const reminderSettings = z.strictObject({
  enabled: z.boolean().describe('true: pages remind shoppers of an order that they have not paid.'),
});

const handle = z.string().max(255);
const handles = z.array(handle).max(1000);
/** Products are stored under normalised handles, so other spellings, such as capital letters, must match too. */
export const productHandles = z.array(handle.transform(toHandle)).max(1000);

/** Source of the products in a recommendation list. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('best_selling') }),
  z.strictObject({
    kind: z.literal('collection'),
    collection: z.string().max(255).describe('Handle of the collection.'),
  }),
  z.strictObject({
    kind: z.literal('products'),
    products: productHandles.min(1).describe('Handles of the products.'),
  }),
]);

export const recommendSettings = z.strictObject({
  status: z.boolean().describe('true: recommendations are on.'),
  add_to_cart_status: z
    .boolean()
    .describe('true: a dialog with recommendations opens after adding to the bag.'),
  cart_status: z.boolean().describe('true: recommendations in the bag and on the cart page.'),
  lists: z
    .array(
      z.strictObject({
        id: z.number().int().min(1).describe('Number of the list, unique.'),
        title: z.string().min(1).max(120).describe('Title of the list.'),
        imgSize: z.enum(['1:1', '3:4', '4:3']).default('3:4').describe('Shape of the images, width:height.'),
        page_types: z
          .array(z.literal([1, 2, 3, 4]))
          .min(1)
          .describe('Pages of the list: 1 product, 2 bag and cart, 3 collection, 4 dialog after adding.'),
        only: handles
          .default([])
          .describe(
            'Handles of the products (page type 3: collections) whose pages show the list. Empty: all.',
          ),
        source: source.describe('The source of the products: best_selling, a collection, or products.'),
        limit: z.number().int().min(1).max(24).default(8).describe('Maximum number of products in the list.'),
      }),
    )
    .max(100)
    .refine((lists) => new Set(lists.map(({ id }) => id)).size === lists.length, 'contains the same id twice')
    .describe('Lists of products, in the order in which they are shown.'),
});
export type RecommendSettings = SettingValue<typeof recommendSettings>;
export type RecommendList = RecommendSettings['lists'][number];

/** Default: no recommendations. */
export const noRecommendations: RecommendSettings = {
  status: false,
  add_to_cart_status: false,
  cart_status: false,
  lists: [],
};

const fontDisplay = z
  .strictObject({
    color: color.describe('Text colour.'),
    fontSize: z.number().min(8).max(64).describe('Font size, px.'),
    bgColor: color.describe('Background colour.'),
  })
  .partial();

const eventName = z.string().regex(/^[A-Z][A-Z_]{0,63}$/, 'must be a name like CHECKOUT_PAGE_COUNTDOWN');

/** Schema of the marketing events; a countdown requires a duration. */
export const marketingEventSettings = z
  .array(
    z
      .strictObject({
        event: eventName.describe(
          'Name of the place: PRODUCT_TEXT_NOTE, PRODUCT_COUNTDOWN, ADD_TO_BAG_ANIMATION, BUY_NOW_ANIMATION, VARIANT_INVENTORY, BAG_COUNTDOWN or CHECKOUT_PAGE_COUNTDOWN.',
        ),
        type: z.literal([1, 2, 3]).describe('1 text, 2 button animation, 3 countdown.'),
        title: z
          .string()
          .max(255)
          .describe('Text. In VARIANT_INVENTORY, {stock} is the number of units left.'),
        params: z
          .strictObject({
            fontDisplay: fontDisplay.optional().describe('Colours and font size.'),
            iconClass: z.string().max(64).optional().describe('Name of the icon or animation.'),
            countdownDisplay: z
              .string()
              .max(255)
              .optional()
              .describe('Text around the time, with {title} and {time}.'),
            minutes: z
              .number()
              .positive()
              .max(60_000)
              .optional()
              .describe(
                'Length of the countdown, minutes. It continues on other pages of the same browser session.',
              ),
            endingTitle: z.string().max(255).optional().describe('Text after the countdown ends.'),
          })
          .describe('Appearance and duration.'),
        products: productHandles
          .prefault([])
          .describe('Handles of the products. Empty: all products, and pages without a single product.'),
      })
      .refine((event) => event.type !== 3 || event.params.minutes !== undefined, {
        path: ['params', 'minutes'],
        message: 'is required for a countdown',
      }),
  )
  .max(100);
export type MarketingEventSettings = SettingValue<typeof marketingEventSettings>;
