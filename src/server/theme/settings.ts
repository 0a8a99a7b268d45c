/** The settings that make a shop's look and words: their keys, their schemas, and what holds while they are not set. */
import { z } from 'zod';
import {
  bagSettings,
  color,
  currencyConfig,
  footerConfig,
  headerConfig,
  menuBadge,
  menuData,
  pageModel,
  trustConfig,
} from '#lib/contract/wire-theme.ts';
import { usdConfig } from '#lib/currency/config.ts';

const shop = z.object({
  name: z.string().min(1).max(120),
  tagline: z.string().max(200).default(''),
  description: z.string().max(320).default(''),
  /** BCP 47. */
  lang: z.string().max(12).default('en'),
  email: z.string().max(254).default(''),
  /** Lines of its postal address, for invoices. */
  address: z.array(z.string().min(1).max(120)).max(8).default([]),
  sameAs: z
    .array(z.url({ protocol: /^https$/ }))
    .max(20)
    .default([]),
  headerMenuId: z.number().int().default(0),
  footerMenuIds: z.array(z.number().int()).max(20).default([]),
  checkoutArticleIds: z.array(z.number().int().min(1)).max(20).default([]),
  hasAccounts: z.boolean().default(false),
});

/** Tokens of styles/tokens.css by name without dashes. A value may not end its declaration. */
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
  languages: z.array(z.object({ lang: z.string().max(12), name: z.string().max(60) })).max(50),
  /** Selector of a translation widget that the shop's own script brings; '' for none (R84). */
  widget: z
    .string()
    .regex(/^([#.][\w-]{1,58})?$/, 'must be an id or a class, such as #translate')
    .default(''),
  /** Texts by language, then by key (R51). */
  texts: z.record(z.string().max(12), z.record(z.string().max(80), z.string().max(1000))),
});

export const settingSchemas = {
  shop,
  bag: bagSettings,
  tokens,
  header: headerConfig.extend({ menuCustom: z.record(z.string().max(120), menuBadge).default({}) }),
  footer: footerConfig,
  menus: z.array(menuData).max(100),
  /** Sections by page: `home`, the handle of a page at /pages/…, or `detail` and `collections` for below all of those. */
  models: z.record(z.string().max(120), pageModel),
  trust: trustConfig,
  currency: currencyConfig,
  languages,
  /** Countries the shop ships to. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300),
};

export type SettingKey = keyof typeof settingSchemas;
export type Setting<Key extends SettingKey> = z.output<(typeof settingSchemas)[Key]>;

/** What holds for a shop that has not set a key: plain, but whole. */
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
