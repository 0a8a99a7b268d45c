/** What parts of a theme say of one another. Pure. */
import type { SchemaProblem } from '../core/schema-problem.ts';
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

/** Returns what names something that is not there, or is there twice. */
export function checkReferences(theme: Theme): SchemaProblem[] {
  const { shop, menus, footer, currency, languages, trust } = theme as Named;
  const problems: SchemaProblem[] = [];
  const note = (path: readonly PropertyKey[], message: string) => void problems.push({ path, message });
  const unique = (values: readonly unknown[], path: (at: number) => readonly PropertyKey[]) => {
    for (const [at, value] of values.entries())
      if (values.indexOf(value) !== at) note(path(at), 'is there twice');
  };
  if (menus) {
    const ids = menus.map(({ id }) => id);
    unique(ids, (at) => ['menus', at, 'id']);
    const menu = (path: readonly PropertyKey[], id = 0) => {
      if (id === 0 || ids.includes(id)) return;
      note(path, `names the menu ${id}, which does not exist; the menus are ${ids.join(', ')}`);
    };
    menu(['shop', 'headerMenuId'], shop?.headerMenuId);
    for (const [at, id] of (shop?.footerMenuIds ?? []).entries()) menu(['shop', 'footerMenuIds', at], id);
    for (const [at, entry] of (footer?.menus ?? []).entries())
      menu(['footer', 'menus', at, 'menuId'], entry.menuId);
    menu(['footer', 'policyMenuId'], footer?.policyMenuId);
  }
  if (currency) {
    const codes = currency.currencies.map((entry) => entry.currency);
    unique(codes, (at) => ['currency', 'currencies', at, 'currency']);
    const shown = currency.default_show_currency;
    if (!codes.includes(shown))
      note(['currency', 'default_show_currency'], `names ${shown}, which is not among currencies`);
    if (currency.currencies.filter((entry) => entry.is_default).length !== 1)
      note(['currency', 'currencies'], 'must have exactly one with is_default');
  }
  if (languages) {
    const langs = languages.languages.map(({ lang }) => lang);
    unique(langs, (at) => ['languages', 'languages', at, 'lang']);
    if (shop?.lang !== undefined && !langs.includes(shop.lang))
      note(['shop', 'lang'], `names ${shop.lang}, which is not among languages`);
    for (const lang of Object.keys(languages.texts))
      if (!langs.includes(lang))
        note(['languages', 'texts', lang], 'is of a language that the shop does not have');
  }
  if (trust?.contents !== undefined && !isList(trust.contents))
    note(['trust', 'contents'], 'must be a JSON list of badges, as text');
  return problems;
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
