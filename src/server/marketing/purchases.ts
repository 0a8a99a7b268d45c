/** Recent purchases that pass along the product page, and those of the corner notice (R28, R56): one shape, two settings. */
import { z } from 'zod';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { someone } from '#lib/marketing/purchase-line.ts';
import { tags } from '../cache/tags.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { readSetting } from '../settings/store.ts';
import { readTheme } from '../theme/store.ts';
import { type Purchase, readPurchases } from './purchases-store.ts';

const seconds = z.number().min(0).max(3600);
const pixels = z.number().int().min(0).max(1000);
const handles = z.array(z.string().max(255)).max(100);

/** Times in seconds (R56). */
export const purchaseSettings = z.strictObject({
  enabled: z.boolean(),
  specifyPages: z.union([z.literal('all'), z.array(z.string().max(40)).max(40)]).default('all'),
  durationTime: seconds.default(6),
  intervalTime: seconds.default(4),
  animateTime: seconds.default(0.3),
  xAxis: pixels.default(16),
  yAxis: pixels.default(16),
  positionInfo: z.enum(['left-bottom', 'left-top', 'right-bottom', 'right-top']).default('left-bottom'),
  /** 1 purchases of all products, 2 of `products`. */
  productOrigin: z.literal([1, 2]).default(1),
  products: handles.default([]),
  /**
   * With {name}, {country}, {state}, {title}, {time}; {state} is always empty, and {country} of a buyer who is not named
   * (R125).
   */
  text: z.string().max(255).default('{name} bought {title}, {time}'),
  /** 1 `3 hours ago`, 2 date and time. */
  displayDateType: z.literal([1, 2]).default(1),
  /** Older purchases are not told. */
  days: z.number().int().min(1).max(365).default(30),
});
type Settings = z.output<typeof purchaseSettings>;

/**
 * Of the corner notice (NOTICE-07 to NOTICE-11). A second line of its text is small print; what stands in [square brackets] is
 * left out where the purchase tells nothing of it: `{name}[ from {country}]`.
 */
export const noticeSettings = purchaseSettings.extend({
  durationTime: seconds.default(3),
  intervalTime: seconds.default(3),
  xAxis: pixels.default(10),
  yAxis: pixels.default(10),
  text: z.string().max(255).default('{name}[ from {country}] bought {title}\n{time}'),
});

/** Where each of the two has its settings. */
const schemas = { purchaseBarrage: purchaseSettings, purchaseNotice: noticeSettings };

type Answer = CallData<Endpoints['GET /api/v2/purchase/barrage/configuration/virtual/customer/get']>;

/** Whether purchases are told on pages of a type. */
export function isShownOn({ enabled, specifyPages }: Settings, page: string): boolean {
  return enabled && (specifyPages === 'all' || specifyPages.includes(page));
}

const day = 86_400_000;

export const purchaseHandlers: Handlers = {
  'GET /api/v2/purchase/barrage/configuration/virtual/customer/get': (_, context) =>
    purchasesBy(context, 'purchaseBarrage'),
  'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get': (_, context) =>
    purchasesBy(context, 'purchaseNotice'),
};

async function purchasesBy(context: Context, key: keyof typeof schemas): Promise<Answer> {
  const db = context.services.db.read;
  context.tag(tags.setting(key));
  const settings = (await readSetting(db, key, schemas[key])) ?? schemas[key].parse({ enabled: false });
  const { enabled, productOrigin, products, days } = settings;
  if (!enabled) return answerOf(settings, [], 'en');
  const wanted = productOrigin === 2 ? products : null;
  const [purchases, { lang }] = await Promise.all([
    readPurchases(db, context.now - days * day, wanted),
    readTheme(db, 'shop'),
  ]);
  return answerOf(settings, purchases, lang);
}

function answerOf(settings: Settings, purchases: readonly Purchase[], lang: string): Answer {
  const { enabled, specifyPages, productOrigin, displayDateType, text } = settings;
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
      displayTextJson: '',
      displayDateType,
      popFramePreview: { templateStr: text, templateImg: '', styleJson: '' },
    },
    shopVirtualCustomerVos: purchases.map((purchase) => ({
      name: purchase.firstName || someone,
      // Whoever is not named is told of no place either (R125).
      country: purchase.firstName && purchase.countryCode,
      countryName: purchase.firstName && nameOf(purchase.countryCode),
      title: purchase.title,
      imageUrl: purchase.image,
      seoUrl: purchase.handle,
      // A region with a time and a product would tell who it was (R125).
      state: '',
      sku: purchase.sku,
      orderTime: purchase.orderTime,
    })),
  };
}
