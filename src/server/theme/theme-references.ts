/** Checks references between the settings of a theme. Pure. */
import { parseSectionKey } from '#lib/theme/page-model.ts';
import type { SchemaProblem } from '../core/schema-problem.ts';
import type { SettingKey } from './settings.ts';

/** Settings that match their schema; settings that are missing from the file are absent. */
type Theme = Partial<Record<SettingKey, unknown>>;

interface FooterMenus {
  menus?: { menuId?: number }[];
  policyMenuId?: number;
}

interface Named {
  shop?: { lang?: string; headerMenuId?: number; footerMenuIds?: number[] };
  menus?: { id: number }[];
  footer?: FooterMenus;
  models?: { home?: Record<string, FooterMenus> };
  currency?: { default_show_currency: string; currencies: { currency: string; is_default?: boolean }[] };
  languages?: { languages: { lang: string }[]; texts: Record<string, unknown> };
  trust?: { contents?: string };
}

/** Returns an error for each reference to something that does not exist, and for each duplicate value. */
export function checkReferences(theme: Theme): SchemaProblem[] {
  const { shop, menus, footer, models, currency, languages, trust } = theme as Named;
  const problems: SchemaProblem[] = [];
  const note = (path: readonly PropertyKey[], message: string) => void problems.push({ path, message });
  const unique = (values: readonly unknown[], path: (at: number) => readonly PropertyKey[]) => {
    for (const [at, value] of values.entries())
      if (values.indexOf(value) !== at) note(path(at), 'is used twice');
  };
  if (menus) {
    const ids = menus.map(({ id }) => id);
    unique(ids, (at) => ['menus', at, 'id']);
    const menu = (path: readonly PropertyKey[], id = 0) => {
      if (id === 0) return;
      if (!ids.includes(id))
        note(path, `must be the id of a menu: there is no menu ${id}; the menus are ${ids.join(', ')}`);
      // Pages load the menus in shop.footerMenuIds for the default footer; a footer that a page overrides is loaded with its own
      // menus.
      else if (path[0] === 'footer' && shop && !shop.footerMenuIds?.includes(id))
        note(path, `must be listed in shop.footerMenuIds: add ${id} there`);
    };
    menu(['shop', 'headerMenuId'], shop?.headerMenuId);
    for (const [at, id] of (shop?.footerMenuIds ?? []).entries()) menu(['shop', 'footerMenuIds', at], id);
    const footerMenus = (path: readonly PropertyKey[], entry: FooterMenus = {}) => {
      for (const [at, { menuId }] of (entry.menus ?? []).entries())
        menu([...path, 'menus', at, 'menuId'], menuId);
      menu([...path, 'policyMenuId'], entry.policyMenuId);
    };
    footerMenus(['footer'], footer);
    for (const [key, section] of Object.entries(models?.home ?? {}))
      if (parseSectionKey(key)?.name === 'footer') footerMenus(['models', 'home', key], section);
  }
  if (currency) {
    const codes = currency.currencies.map((entry) => entry.currency);
    unique(codes, (at) => ['currency', 'currencies', at, 'currency']);
    const shown = currency.default_show_currency;
    if (!codes.includes(shown))
      note(
        ['currency', 'default_show_currency'],
        `must be one of the currencies; ${shown} is not in the list`,
      );
    if (currency.currencies.filter((entry) => entry.is_default).length !== 1)
      note(['currency', 'currencies'], 'must have exactly one currency with is_default');
  }
  if (languages) {
    const langs = languages.languages.map(({ lang }) => lang);
    unique(langs, (at) => ['languages', 'languages', at, 'lang']);
    if (shop?.lang !== undefined && !langs.includes(shop.lang))
      note(['shop', 'lang'], `must be one of the languages; ${shop.lang} is not in the list`);
    for (const lang of Object.keys(languages.texts))
      if (!langs.includes(lang))
        note(['languages', 'texts', lang], 'is for a language that the shop does not have');
  }
  if (trust?.contents !== undefined && !isList(trust.contents))
    note(['trust', 'contents'], 'must be a text that contains a JSON list of badges');
  return problems;
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
