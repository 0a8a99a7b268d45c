/** Endpoints for the shop's theme, texts, currencies and countries. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  countryData,
  currencyConfig,
  footerConfig,
  headerConfig,
  languageData,
  menuBadge,
  menuData,
  menuItem,
  sectionsByName,
  shopData,
  trustConfig,
} from './wire-theme.ts';

const menuIds = z
  .string()
  .max(2000)
  .default('')
  .transform((list) => list.split(',').map(Number))
  .transform((ids) => ids.filter((id) => Number.isSafeInteger(id) && id > 0));

export const themeEndpoints = {
  'GET /api/v1/test/getHeader': endpoint({
    id: 'API-108',
    summary: 'The header, with the menu that menuId names.',
    query: z.object({ menuId: z.coerce.number<string | number>().int().min(0).catch(0).default(0) }),
    data: headerConfig.extend({
      menu: z.array(menuItem),
      menuCustom: z.record(z.string(), menuBadge),
    }),
  }),
  'GET /api/v1/test/getFooter': endpoint({
    id: 'API-109',
    summary: 'The footer, with the menus that ids names, in that order.',
    query: z.object({ ids: menuIds }),
    data: footerConfig.extend({ menusData: z.array(menuData) }),
  }),
  'GET /api/v1/test/getModel': endpoint({
    id: 'API-107',
    summary:
      'The sections of a page from the shop configuration: of the home page, unless `page` names another one.',
    query: z.object({ page: z.string().max(255).default('home') }),
    data: sectionsByName,
  }),
  'GET /api/v2/shop/trust/get': endpoint({
    id: 'API-021',
    summary: "The shop's trust badges.",
    data: trustConfig,
  }),
  'GET /api/v1/currency': endpoint({
    id: 'API-093',
    summary: "The shop's currencies with rates and formats.",
    data: currencyConfig,
  }),
  'GET /api/v1/test/getLanguage': endpoint({
    id: 'API-099',
    summary: 'The texts of a language; keys it does not have keep their defaults.',
    query: z.object({ lang: z.string().max(12).default('') }),
    data: languageData,
  }),
  'GET /api/v2/country': endpoint({
    id: 'API-090',
    summary: 'The countries the shop ships to.',
    query: z.object({ lang: z.string().max(12).default('') }),
    data: z.array(countryData),
  }),
  'GET /api/v1/storefront/countries': endpoint({
    summary: 'All countries, for billing addresses, which may be outside the countries the shop ships to.',
    query: z.object({ lang: z.string().max(12).default('') }),
    data: z.array(countryData),
  }),
  'GET /api/v1/storefront/shop': endpoint({
    summary: 'The shop data that every page needs: name, language, theme, menus.',
    data: shopData,
  }),
  'GET /api/v1/storefront/theme': endpoint({
    summary: "The stylesheet with the merchant's design tokens and section values.",
    data: z.object({ css: z.string(), hash: z.string() }),
  }),
};
