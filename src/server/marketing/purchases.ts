/**
 * Handlers of the endpoints for recent purchases, which are displayed on the product page and in the corner notice (R28, R56).
 * Both have the same response format and separate settings.
 */
import { z } from 'zod';
import { anonymousBuyerName } from '#lib/marketing/purchase-message.ts';
import { tags } from '../cache/tags.ts';
import type { Context, HandlerResult, Handlers } from '../core/handler.ts';
import { readSetting, type SettingValue } from '../settings/store.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type Purchase, readPurchases } from './purchases-store.ts';
import { productHandles } from './settings.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #2f4a3c');
const seconds = z.number().min(0).max(3600);
const pixels = z.number().int().min(0).max(1000);

/** Settings of recent purchases on the product page. Times are in seconds (R56). */
export const purchaseSettings = z.strictObject({
  enabled: z.boolean().describe('true: show recent purchases.'),
  specifyPages: z
    .union([z.literal('all'), z.array(z.string().max(40)).max(40)])
    .default('all')
    .describe('"all", or the page types: home, detail, collections, cart and others.'),
  durationTime: seconds.default(6).describe('How long a purchase is shown, s.'),
  intervalTime: seconds.default(4).describe('Time between two purchases, s.'),
  animateTime: seconds.default(0.3).describe('Length of the animation, s.'),
  xAxis: pixels.default(16).describe('Distance from the left or right edge, px.'),
  yAxis: pixels.default(16).describe('Distance from the top or bottom edge, px.'),
  positionInfo: z
    .enum(['left-bottom', 'left-top', 'right-bottom', 'right-top'])
    .default('left-bottom')
    .describe('Corner of the window.'),
  productOrigin: z.literal([1, 2]).default(1).describe('1 purchases of all products, 2 only of `products`.'),
  products: productHandles.max(100).prefault([]).describe('Handles of the products, for productOrigin 2.'),
  text: z
    .string()
    .max(255)
    .default('{name} bought {title}, {time}')
    .describe(
      'Text with {name}, {country}, {title} and {time}. {state} is always empty. Names are shown only with the buyer’s consent (R125).',
    ),
  displayText: z.string().max(255).default('').describe('Text that replaces `text`. Empty: `text`.'),
  templateImg: z
    .string()
    .max(2048)
    .regex(/^\/(?!\/)/, 'must be a path such as /media/gift.webp')
    .or(z.literal(''))
    .default('')
    .describe('Image for products without one: a path of this shop.'),
  style: z
    .strictObject({
      color: color.optional().describe('Text colour, such as #2f4a3c.'),
      background: color.optional().describe('Background colour, such as #ffffff.'),
    })
    .default({})
    .describe('Colours.'),
  displayDateType: z.literal([1, 2]).default(1).describe('1 relative time (3 hours ago), 2 date and time.'),
  days: z
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Maximum age of a purchase that is shown, days.'),
});
type Settings = SettingValue<typeof purchaseSettings>;

/**
 * Settings of the purchase notice in a corner of the page (NOTICE-07 to NOTICE-11). The second line of the text is smaller. A
 * part in [square brackets], as in `{name}[ from {country}]`, is left out if the purchase has no value for its placeholder.
 */
export const noticeSettings = purchaseSettings.extend({
  durationTime: seconds.default(3).describe('How long a purchase is shown, s.'),
  intervalTime: seconds.default(3).describe('Time between two purchases, s.'),
  xAxis: pixels.default(10).describe('Distance from the left or right edge, px.'),
  yAxis: pixels.default(10).describe('Distance from the top or bottom edge, px.'),
  text: z
    .string()
    .max(255)
    .default('{name}[ from {country}] bought {title}\n{time}')
    .describe(
      'Text as in purchaseBarrage. The second line is smaller. A part in [square brackets] is left out if its value is unknown.',
    ),
});

/** Settings schemas by setting key. */
const schemas = { purchaseBarrage: purchaseSettings, purchaseNotice: noticeSettings };

type PurchasesAnswer = HandlerResult<'GET /api/v2/purchase/barrage/configuration/virtual/customer/get'>;

/** Returns whether recent purchases are displayed on a page type. */
export function arePurchasesShownOn({ enabled, specifyPages }: Settings, page: string): boolean {
  return enabled && (specifyPages === 'all' || specifyPages.includes(page));
}

const day = 86_400_000;
const jsonOf = (style: Settings['style']) => (Object.keys(style).length > 0 ? JSON.stringify(style) : '');

export const purchaseHandlers: Handlers = {
  'GET /api/v2/purchase/barrage/configuration/virtual/customer/get': (_, context) =>
    purchasesBy(context, 'purchaseBarrage'),
  'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get': (_, context) =>
    purchasesBy(context, 'purchaseNotice'),
};

async function purchasesBy(context: Context, key: keyof typeof schemas): Promise<PurchasesAnswer> {
  const db = context.services.db.read;
  context.tag(tags.setting(key));
  const settings = (await readSetting(db, key, schemas[key])) ?? schemas[key].parse({ enabled: false });
  const { enabled, productOrigin, products, days } = settings;
  if (!enabled) return answerOf(settings, [], 'en');
  const selectedHandles = productOrigin === 2 ? products : null;
  const [purchases, { lang }] = await Promise.all([
    readPurchases(db, context.now - days * day, selectedHandles),
    readThemeSetting(db, 'shop'),
  ]);
  return answerOf(settings, purchases, lang);
}

function answerOf(settings: Settings, purchases: readonly Purchase[], lang: string): PurchasesAnswer {
  const { enabled, specifyPages, productOrigin, displayDateType, text, displayText, templateImg } = settings;
  const { durationTime, intervalTime, animateTime, xAxis, yAxis, positionInfo } = settings;
  const countries = new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' });
  const nameOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? '') : '');
  const shown = new Map(
    purchases.map(({ title, image, handle }) => [handle, { title, imageUrl: image, seoUrl: handle }]),
  );
  return {
    basicConfigResponse: {
      enabled,
      specifyPages,
      purchaseNoticeConfig: { durationTime, intervalTime, animateTime, xAxis, yAxis, positionInfo },
      productOrigin,
      products: productOrigin === 2 ? [...shown.values()] : [],
      displayTextJson: displayText && JSON.stringify({ text: displayText }),
      displayDateType,
      popFramePreview: { templateStr: text, templateImg, styleJson: jsonOf(settings.style) },
    },
    shopVirtualCustomerVos: purchases.map((purchase) => ({
      name: purchase.firstName || anonymousBuyerName,
      // The country of a buyer who did not consent to be named is hidden too (R125).
      country: purchase.firstName && purchase.countryCode,
      countryName: purchase.firstName && nameOf(purchase.countryCode),
      title: purchase.title,
      imageUrl: purchase.image,
      seoUrl: purchase.handle,
      // A region together with a time and a product would identify the buyer (R125).
      state: '',
      sku: purchase.sku,
      orderTime: purchase.orderTime,
    })),
  };
}
