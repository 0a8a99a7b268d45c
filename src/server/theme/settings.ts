/** The settings of a shop's theme and texts: keys, schemas and defaults. */
import { z } from 'zod';
import {
  bagSettings,
  color,
  currencyConfig,
  footerConfig,
  headerConfig,
  menuBadge,
  menuData,
  sectionsByName,
  trustConfig,
} from '#lib/contract/wire-theme.ts';
import { usdConfig } from '#lib/currency/config.ts';
import type { SettingValue } from '../settings/store.ts';

const shop = z.object({
  name: z.string().min(1).max(120).describe('Name of the shop.'),
  tagline: z.string().max(200).default('').describe('Tagline after the name in the title of the home page.'),
  description: z
    .string()
    .max(320)
    .default('')
    .describe('Description for search engines, for pages without their own.'),
  lang: z.string().max(12).default('en').describe('Language of the shop, BCP 47, such as en or de.'),
  email: z
    .string()
    .max(254)
    .default('')
    .describe('Email address for questions, shown on pages and in emails.'),
  address: z
    .array(z.string().min(1).max(120))
    .max(8)
    .default([])
    .describe('Lines of the postal address, for invoices and search engines.'),
  sameAs: z
    .array(z.url({ protocol: /^https$/ }))
    .max(20)
    .default([])
    .describe('https URLs of the shop’s profiles on other sites, for search engines.'),
  headerMenuId: z.number().int().default(0).describe('Number of the menu in the header. 0: none.'),
  footerMenuIds: z
    .array(z.number().int())
    .max(20)
    .default([])
    .describe('Numbers of the menus that the footer can use.'),
  checkoutArticleIds: z
    .array(z.number().int().min(1))
    .max(20)
    .default([])
    .describe('Pages that the checkout links to, such as returns and privacy: handles in theme.json.'),
  hasAccounts: z.boolean().default(false).describe('true: shoppers can register and log in.'),
});

/**
 * Values of the design tokens in styles/tokens.css, by name without leading dashes. The pattern prevents a value from ending its
 * CSS declaration.
 */
const tokens = z.record(
  z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a token, such as color-accent'),
  color.or(
    z
      .string()
      .max(200)
      .regex(/^[\w\s.,%"'()*/+-]*$/, 'must be a plain CSS value'),
  ),
);

const languages = z.object({
  languages: z
    .array(
      z.object({
        lang: z.string().max(12).describe('Code of the language, such as de.'),
        name: z.string().max(60).describe('Name shown in the language picker.'),
      }),
    )
    .max(50)
    .describe(
      'Languages of the shop: code (BCP 47) and name. Each file in languages/ adds its own language.',
    ),
  widget: z
    .string()
    .regex(/^([#.][\w-]{1,58})?$/, 'must be an id or a class, such as #translate')
    .default('')
    .describe(
      'CSS selector of a translation widget that your own script adds to the page. Empty: none (R84).',
    ),
  texts: z
    .record(z.string().max(12), z.record(z.string().max(80), z.string().max(1000)))
    .describe('Texts by language code and key. The files in languages/ replace them (R51).'),
});

export const settingSchemas = {
  shop: shop.describe('Name, language, addresses and menus of the shop.'),
  bag: bagSettings.describe('How the bag behaves.'),
  tokens: tokens.describe(
    'Colours, fonts and sizes: tokens of src/styles/tokens.css by name, without the dashes.',
  ),
  header: headerConfig
    .extend({
      menuCustom: z
        .record(z.string().max(120), menuBadge)
        .default({})
        .describe('Badges of menu items, by the name of the item.'),
    })
    .describe('Header, logo, search and notice bar.'),
  footer: footerConfig.describe('Footer: columns, newsletter form, social links and legal lines.'),
  menus: z.array(menuData).max(100).describe('Menus of header and footer.'),
  models: z
    .record(z.string().max(120), sectionsByName)
    .describe(
      'Sections by page: `home`, the handle of a page at /pages/…, or `detail` and `collections` for below all of those.',
    ),
  trust: trustConfig.describe('Trust badges on product pages, in the bag and in the checkout.'),
  currency: currencyConfig.describe('Currency of the shop, and the currencies that shoppers can choose.'),
  languages: languages.describe('Languages of the shop and their texts.'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(300)
    .describe('Countries that you ship to: ISO 3166 codes such as DE.'),
};

export type SettingKey = keyof typeof settingSchemas;
export type Setting<Key extends SettingKey> = SettingValue<(typeof settingSchemas)[Key]>;

/** Default values of settings that a shop has not set. */
export const settingDefaults: { [Key in SettingKey]: z.input<(typeof settingSchemas)[Key]> } = {
  shop: { name: 'Atoll' },
  bag: {},
  tokens: {},
  header: {},
  footer: {},
  menus: [],
  models: {},
  trust: {},
  currency: usdConfig,
  languages: { languages: [{ lang: 'en', name: 'English' }], texts: {} },
  countries: 'AU AT BE CA CH CZ DE DK ES FI FR GB IE IT JP NL NO NZ PL PT SE SG US'.split(' '),
};
