/** What parts of a theme say of one another. Pure. */
import type { SettingKey } from './settings.ts';

/** Settings as they were checked one by one; those the file does not have are left out. */
type Theme = Partial<Record<SettingKey, unknown>>;

interface Named {
  shop?: { lang?: string; headerMenuId?: number; footerMenuIds?: number[] };
  menus?: { id: number }[];
  footer?: { menus?: { menuId?: number }[]; policyMenuId?: number };
  currency?: { default_show_currency: string; currencies: { currency: string; is_default?: boolean }[] };
  languages?: { languages: { lang: string }[]; texts: Record<string, unknown> };
  trust?: { contents?: string };
}

/**
 * @throws Error whose message begins with the path of what names something that is not there, or is there twice
 */
export function checkReferences(theme: Theme): void {
  const { shop, menus, footer, currency, languages, trust } = theme as Named;
  if (menus) {
    const ids = menus.map(({ id }) => id);
    unique(ids, (at) => `menus[${at}].id`);
    const known = new Set([0, ...ids]);
    const menu = (path: string, id = 0) => {
      if (!known.has(id)) throw new Error(`${path} names the menu ${id}, which does not exist.`);
    };
    menu('shop.headerMenuId', shop?.headerMenuId);
    for (const [at, id] of (shop?.footerMenuIds ?? []).entries()) menu(`shop.footerMenuIds[${at}]`, id);
    for (const [at, entry] of (footer?.menus ?? []).entries())
      menu(`footer.menus[${at}].menuId`, entry.menuId);
    menu('footer.policyMenuId', footer?.policyMenuId);
  }
  if (currency) {
    const codes = currency.currencies.map((entry) => entry.currency);
    unique(codes, (at) => `currency.currencies[${at}].currency`);
    if (!codes.includes(currency.default_show_currency)) {
      throw new Error(
        `currency.default_show_currency names ${currency.default_show_currency}, which is not among currencies.`,
      );
    }
    if (currency.currencies.filter((entry) => entry.is_default).length !== 1) {
      throw new Error('currency.currencies must have exactly one with is_default.');
    }
  }
  if (languages) {
    const langs = languages.languages.map(({ lang }) => lang);
    unique(langs, (at) => `languages.languages[${at}].lang`);
    if (shop?.lang !== undefined && !langs.includes(shop.lang)) {
      throw new Error(`shop.lang names ${shop.lang}, which is not among languages.`);
    }
    const orphan = Object.keys(languages.texts).find((lang) => !langs.includes(lang));
    if (orphan !== undefined) throw new Error(`languages.texts.${orphan} is of a language the shop has not.`);
  }
  if (trust?.contents !== undefined && !isList(trust.contents)) {
    throw new Error('trust.contents must be a JSON list of badges, as text.');
  }
}

function unique(values: readonly unknown[], path: (at: number) => string): void {
  const at = values.findIndex((value, index) => values.indexOf(value) !== index);
  if (at !== -1) throw new Error(`${path(at)} is there twice.`);
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
