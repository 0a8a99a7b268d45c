import { bagEvents } from '#lib/marketing/bag-events.ts';
import { productEvents } from '#lib/marketing/product-events.ts';
import { defaultTexts } from '#lib/text.ts';
import { tags } from '../cache/tags.ts';
import { countriesFrom } from '../checkout/countries.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { isShownOn, purchaseSettings } from '../marketing/purchases.ts';
import { atmosphereSettings } from '../marketing/settings.ts';
import { paymentEnvironment } from '../payments/environment.ts';
import { offersPayPal } from '../payments/methods.ts';
import { readPaymentSettings } from '../payments/settings.ts';
import { readSetting } from '../settings/store.ts';
import type { Setting, SettingKey } from './settings.ts';
import { readTheme } from './store.ts';
import { paperColor, themeCss, themeHash } from './theme-css.ts';

/**
 * The handlers of the look.
 * @param read where settings come from: the database, or an editor's drafts before it
 */
export function themeHandlersReading(read: typeof readTheme): Handlers {
  /** Reads a setting and says so, so that pages made from it are forgotten when it changes. */
  function setting<Key extends SettingKey>(context: Context, key: Key): Promise<Setting<Key>> {
    context.tag(tags.setting(key));
    return read(context.services.db.read, key);
  }

  async function sheet(context: Context) {
    const [tokens, header, footer, trust] = await Promise.all([
      setting(context, 'tokens'),
      setting(context, 'header'),
      setting(context, 'footer'),
      setting(context, 'trust'),
    ]);
    const css = themeCss({ tokens, header, footer, trust });
    return { css, hash: themeHash(css) };
  }

  return {
    'GET /api/v1/test/getHeader': async ({ query: { menuId } }, context) => {
      const [header, menus] = await Promise.all([setting(context, 'header'), setting(context, 'menus')]);
      return { ...header, menu: menus.find((menu) => menu.id === menuId)?.menuList ?? [] };
    },

    'GET /api/v1/test/getFooter': async ({ query: { ids } }, context) => {
      const [footer, menus] = await Promise.all([setting(context, 'footer'), setting(context, 'menus')]);
      const menusData = ids.flatMap((id) => menus.find((menu) => menu.id === id) ?? []);
      return { ...footer, menusData };
    },

    'GET /api/v1/test/getModel': async ({ query: { page } }, context) => {
      context.tag(tags.settingPart('models', page));
      const models = await read(context.services.db.read, 'models');
      return Object.hasOwn(models, page) ? models[page]! : {};
    },

    'GET /api/v2/shop/trust/get': (_, context) => setting(context, 'trust'),

    'GET /api/v1/currency': (_, context) => setting(context, 'currency'),

    'GET /api/v1/test/getLanguage': async ({ query: { lang } }, context) => {
      const { languages, texts, widget } = await setting(context, 'languages');
      const own = Object.hasOwn(texts, lang) ? texts[lang] : undefined;
      return { languageConfig: { ...defaultTexts, ...own }, languages, widget };
    },

    'GET /api/v2/country': async ({ query: { lang } }, context) => {
      const [codes, shop, { languages }] = await Promise.all([
        setting(context, 'countries'),
        setting(context, 'shop'),
        setting(context, 'languages'),
      ]);
      const spoken = languages.find((language) => language.lang === lang);
      return countriesFrom(codes, spoken?.lang ?? shop.lang);
    },

    'GET /api/v1/storefront/shop': async (_, context) => {
      context.tag(tags.setting('atmosphere'), tags.setting('purchaseBarrage'), tags.setting('payments'));
      const [shop, bag, tokens, { hash }, events, barrage, payments] = await Promise.all([
        setting(context, 'shop'),
        setting(context, 'bag'),
        setting(context, 'tokens'),
        sheet(context),
        readSetting(context.services.db.read, 'atmosphere', atmosphereSettings),
        readSetting(context.services.db.read, 'purchaseBarrage', purchaseSettings),
        readPaymentSettings(context.services.db.read),
      ]);
      const { env } = context.services;
      return {
        ...shop,
        bag: events?.some(({ event }) => event === bagEvents[0]) ? { ...bag, hasEvents: true } : bag,
        origin: env.SITE_URL,
        themeCss: `/theme-${hash}.css`,
        paperColor: tokens['color-paper'] ?? paperColor,
        ...(barrage && isShownOn(barrage, 'detail') && { hasBarrage: true }),
        ...(barrage?.enabled && { tellsPurchases: true }),
        ...(offersPayPal(context.services, payments, 'detail') && { hasPayPal: true }),
        isTestMode: paymentEnvironment(env).testMode,
        productEvents: productEvents.flatMap((name) =>
          (events ?? [])
            .filter(({ event }) => event === name)
            .map(({ event, products }) => ({ event, products })),
        ),
      };
    },

    'GET /api/v1/storefront/theme': (_, context) => sheet(context),
  };
}

export const themeHandlers = themeHandlersReading(readTheme);
