/** Endpoints for shop-wide data that pages and the checkout need, collected from several modules. */
import { bagEvents, productEvents } from '#lib/marketing/event-names.ts';
import { tags } from '../cache/tags.ts';
import { buildCountries, readNumericPhoneCountries } from '../checkout/countries.ts';
import { allCountries } from '../checkout/country-data.ts';
import type { Handlers } from '../core/handler.ts';
import { backInStockSettings } from '../marketing/back-in-stock-rules.ts';
import { arePurchasesShownOn, noticeSettings, purchaseSettings } from '../marketing/purchases.ts';
import { marketingEventSettings, reminderSettings } from '../marketing/settings.ts';
import { readReturnSettings } from '../orders/return-settings.ts';
import { offersPayPal } from '../payments/attempts/express.ts';
import { readPaymentSettings } from '../payments/settings.ts';
import { readSetting } from '../settings/store.ts';
import { defaultColors } from '../theme/email-safe-colors.ts';
import { readThemeSetting } from '../theme/store.ts';
import { createSettingReaders } from '../theme/tagged-settings.ts';
import { readAdvertisingSettings } from '../tracking/pixel-settings.ts';
import { timeZoneSchema, visitsSchema } from '../tracking/settings.ts';
import { deliverySettings } from './product-delivery-dates.ts';
import { resolveShippingZones } from './product-shipping.ts';

/**
 * Returns the handlers of the endpoints for shop-wide data.
 * @param read source of the theme settings: the database, or an editor's drafts that override it
 */
export function createShopHandlers(read: typeof readThemeSetting): Handlers {
  const { setting, sheet } = createSettingReaders(read);
  return {
    'GET /api/v2/country': async ({ query: { lang } }, context) => {
      context.tag(tags.setting('numericPhones'));
      const [codes, shop, { languages }, numericPhones] = await Promise.all([
        setting(context, 'countries'),
        setting(context, 'shop'),
        setting(context, 'languages'),
        readNumericPhoneCountries(context.services.db.read),
      ]);
      const spoken = languages.find((language) => language.lang === lang);
      return buildCountries(codes, spoken?.lang ?? shop.lang, numericPhones);
    },

    'GET /api/v1/storefront/countries': async ({ query: { lang } }, context) => {
      const [shop, { languages }] = await Promise.all([
        setting(context, 'shop'),
        setting(context, 'languages'),
      ]);
      const spoken = languages.find((language) => language.lang === lang);
      return buildCountries(allCountries, spoken?.lang ?? shop.lang, []);
    },

    'GET /api/v1/storefront/shop': async (_, context) => {
      for (const key of [
        'atmosphere',
        'purchaseBarrage',
        'purchaseNotice',
        'orderReminder',
        'payments',
        'visits',
        'backInStock',
        'timeZone',
        'returns',
      ] as const)
        context.tag(tags.setting(key));
      const [
        shop,
        bag,
        tokens,
        { hash },
        events,
        barrage,
        notice,
        reminder,
        payments,
        visits,
        back,
        zone,
        delivery,
        advertising,
        returns,
      ] = await Promise.all([
        setting(context, 'shop'),
        setting(context, 'bag'),
        setting(context, 'tokens'),
        sheet(context),
        readSetting(context.services.db.read, 'atmosphere', marketingEventSettings),
        readSetting(context.services.db.read, 'purchaseBarrage', purchaseSettings),
        readSetting(context.services.db.read, 'purchaseNotice', noticeSettings),
        readSetting(context.services.db.read, 'orderReminder', reminderSettings),
        readPaymentSettings(context.services.db.read),
        readSetting(context.services.db.read, 'visits', visitsSchema),
        readSetting(context.services.db.read, 'backInStock', backInStockSettings),
        readSetting(context.services.db.read, 'timeZone', timeZoneSchema),
        deliverySettings(context),
        readAdvertisingSettings(context),
        readReturnSettings(context.services.db.read),
      ]);
      const { env, payments: providers } = context.services;
      const timeZone = zone ?? delivery.shipping.timeZone;
      return {
        ...shop,
        bag: events?.some(({ event }) => event === bagEvents[0]) ? { ...bag, hasEvents: true } : bag,
        origin: env.SITE_URL,
        themeCss: `/theme-${hash}.css`,
        paperColor: tokens['color-paper'] ?? defaultColors.paper,
        ...(barrage && arePurchasesShownOn(barrage, 'detail') && { hasBarrage: true }),
        ...(notice?.enabled && { noticePages: notice.specifyPages }),
        ...(reminder?.enabled && { remindsOrders: true }),
        ...((barrage?.enabled || notice?.enabled) && { tellsPurchases: true }),
        ...(offersPayPal(context.services, payments, 'detail') && { hasPayPal: true }),
        ...(offersPayPal(context.services, payments, 'checkout') && { hasCheckoutPayPal: true }),
        ...(back?.enabled === false && { isSilentOfStock: true }),
        ...(visits === false && { ignoresVisits: true }),
        ...(advertising && { advertising }),
        ...(timeZone && { timeZone }),
        ...(returns && {
          returns: {
            days: returns.days,
            countries: resolveShippingZones(delivery).flatMap(({ countries }) => countries),
          },
        }),
        isTestMode: [...providers.values()].some(({ isTest }) => isTest),
        productEvents: productEvents.flatMap((name) =>
          (events ?? [])
            .filter(({ event }) => event === name)
            .map(({ event, type, products, params: { iconClass } }) => ({
              ...{ event, type, products },
              ...(iconClass && { iconClass }),
            })),
        ),
      };
    },
  };
}

export const shopHandlers = createShopHandlers(readThemeSetting);
