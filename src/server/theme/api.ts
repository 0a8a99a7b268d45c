/** Handles the theme endpoints: header, footer, sections of a page, currencies, languages, colours. */
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import { withEnglishFallback } from '#lib/messages/language.ts';
import { tags } from '../cache/tags.ts';
import type { Handlers } from '../core/handler.ts';
import { readThemeSetting } from './store.ts';
import { createSettingReaders } from './tagged-settings.ts';

/**
 * Returns the handlers of the theme endpoints.
 * @param read source of the settings: the database, or an editor's drafts that override it
 */
export function createThemeHandlers(read: typeof readThemeSetting): Handlers {
  const { setting, sheet } = createSettingReaders(read);

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
      const customTexts = Object.hasOwn(texts, lang) ? texts[lang]! : {};
      return {
        languageConfig: withEnglishFallback({ ...defaultTexts, ...additionalTexts }, customTexts),
        languages,
        widget,
      };
    },

    'GET /api/v1/storefront/theme': (_, context) => sheet(context),
  };
}

export const themeHandlers = createThemeHandlers(readThemeSetting);
