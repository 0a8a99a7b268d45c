/** Schemas of the settings in shop/settings.json, holidays.json, popups.json and synonyms.json. */
import type { z } from 'zod';
import { reviewSettingsSchema } from '../catalog/review-settings.ts';
import { numericPhonesSchema } from '../checkout/countries.ts';
import {
  checkoutLoginSchema,
  holidaySchema,
  insuranceSchema,
  shippingSchema,
  taxIdSchema,
  taxSchema,
  tipSchema,
} from '../checkout/settings.ts';
import { redirectsSchema } from '../content/redirects.ts';
import { backInStockSettings } from '../marketing/back-in-stock-rules.ts';
import { popupSettings } from '../marketing/popups.ts';
import { noticeSettings, purchaseSettings } from '../marketing/purchases.ts';
import {
  marketingEventSettings,
  newsletterSettings,
  recommendSettings,
  reminderSettings,
} from '../marketing/settings.ts';
import { returnSettings } from '../orders/return-settings.ts';
import { trackingUrlSchema } from '../orders/tracking.ts';
import { paymentSettings } from '../payments/settings.ts';
import { facetSettings } from '../search/facet-name-mapper.ts';
import { synonymSettings } from '../search/synonyms.ts';
import { consentSchema, pixelSettings } from '../tracking/pixel-settings.ts';
import { timeZoneSchema, visitsSchema } from '../tracking/settings.ts';

/** Schemas by setting key; the schemas of theme.json are in theme/settings.ts. */
export const shopSettingSchemas = {
  shipping: shippingSchema,
  holidays: holidaySchema,
  tax: taxSchema,
  tip: tipSchema,
  insurance: insuranceSchema,
  taxId: taxIdSchema,
  numericPhones: numericPhonesSchema,
  checkoutLogin: checkoutLoginSchema,
  trackingUrl: trackingUrlSchema,
  returns: returnSettings,
  payments: paymentSettings,
  comments: reviewSettingsSchema,
  facets: facetSettings,
  redirects: redirectsSchema,
  recommend: recommendSettings,
  atmosphere: marketingEventSettings,
  newsletter: newsletterSettings,
  backInStock: backInStockSettings,
  popups: popupSettings,
  synonyms: synonymSettings,
  purchaseBarrage: purchaseSettings,
  timeZone: timeZoneSchema,
  visits: visitsSchema,
  purchaseNotice: noticeSettings,
  orderReminder: reminderSettings,
  consent: consentSchema,
  pixels: pixelSettings,
} as const satisfies Record<string, z.ZodType>;

export type ShopSettingKey = keyof typeof shopSettingSchemas;
