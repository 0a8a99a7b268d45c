/** How pages read the API: refusals become a missing page or a failure, and what every part needs is read once a page. */

import { createHash } from 'node:crypto';
import type { InitialShop } from '#islands/currency/use-shop-texts.ts';
import type { IslandShop, ShopProps } from '#lib/bag/shop-texts.ts';
import * as codes from '#lib/contract/codes.ts';
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { type CurrencyConfig, findShopCurrency, shownCurrency, usdConfig } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { isRightToLeft } from '#lib/language/direction.ts';
import { prefixOf } from '#lib/language/path.ts';
import { isPopup } from '#lib/marketing/popup-content.ts';
import { type AllTexts, allTexts } from '#lib/messages/all.ts';
import { apiClientTexts } from '#lib/messages/api-client.ts';
import { bagTexts } from '#lib/messages/bag.ts';
import { couponTexts } from '#lib/messages/coupon.ts';
import { defaultTexts, quietTexts } from '#lib/messages/default.ts';
import { hintText, type CustomTexts, createTexts } from '#lib/messages/format.ts';
import { giftTexts } from '#lib/messages/gifts.ts';
import { heartTexts } from '#lib/messages/hearts.ts';
import { changedTexts, hintsByTemplate, readCustomTexts } from '#lib/messages/language.ts';
import { boughtTexts, orderTexts } from '#lib/messages/order.ts';
import { popupTexts } from '#lib/messages/popups.ts';
import { productTexts } from '#lib/messages/product.ts';
import { stockTexts } from '#lib/messages/stock.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { shownMinor } from '#lib/money/minor.ts';
import type { ShopLanguage } from '#lib/pages/alternate-links.ts';
import { dayWriter } from '#lib/pages/dates.ts';
import type { FrameOverrides } from '#lib/theme/frame-sections.ts';

type Data<Key extends keyof Endpoints> = CallData<Endpoints[Key]>;

/**
 * Data of an answer the page cannot do without.
 * @throws Error for any refusal, which shows the 500 page
 */
export function dataOrThrow<Value>(answer: Envelope<Value>): Value {
  if (answer.code === codes.ok) return answer.data as Value;
  throw new Error(`The page cannot be made: ${answer.code} ${answer.msg}`);
}

/**
 * Returns data about what the page's URL names, or null when there is no such thing: it does not exist (10404), or the URL
 * is outside the contract's bounds (10001), such as a handle of 300 characters. Both are a 404, not a failure of the shop.
 * @throws Error for other errors, as `needed` does
 */
export function dataOrNull<Value>(answer: Envelope<Value>): Value | null {
  const isMissing = answer.code === codes.notFound || answer.code === codes.badParameter;
  return isMissing ? null : dataOrThrow(answer);
}

/** Data of an answer the page can do without: null for any refusal. */
export function dataIfOk<Value>(answer: Envelope<Value>): Value | null {
  return answer.code === codes.ok ? (answer.data as Value) : null;
}

/** What every page needs. */
export interface PageData {
  /** `lang` is the page's language, `root` what its addresses begin with: the origin, or `https://…/de`. */
  shop: Data<'GET /api/v1/storefront/shop'> & { root: string };
  /** Every language of the shop with the prefix of its addresses; one when there is no choice. */
  languages: readonly ShopLanguage[];
  /** Selector of the shop's translation widget, '' for none (R84). */
  languageWidget: string;
  currency: CurrencyConfig;
  texts: AllTexts;
  /** What an island that brings a table is told of the page's language. */
  tell: (table: CustomTexts) => CustomTexts;
  /** Language of what the merchant wrote, where it is not the page's: for `lang` around it. */
  contentLang: string | null;
  /** Where islands have the page's language from; null where they say everything in their own English. */
  textsAt: string | null;
  header: Data<'GET /api/v1/test/getHeader'>;
  /** Null when it cannot be had; only pages with a footer mind. */
  footer: Data<'GET /api/v1/test/getFooter'> | null;
  trust: Data<'GET /api/v2/shop/trust/get'> | null;
  /** The answers that all of this was made from. */
  sources: readonly unknown[];
  /** What the page tells all its islands about the shop, once (client/page/page-shop.ts), and what they say of it (client/stores/texts.ts). */
  island: IslandShop;
  /** As much of it as the islands of a product draw on the server. */
  drawn: InitialShop;
  /** Says what a promotion gives (R68). */
  hint: (said: Parameters<typeof hintText>[0]) => string;
  /** Writes a day in the shop's language. */
  dayText: (instant: number) => string;
  /** Writes an amount of the shop's own currency as the page shows it to a new visitor (CUR-04, R59). */
  money: (amount: number) => string;
}

const dataOf = new WeakMap<App.Locals, Promise<PageData>>();

/**
 * What every page needs; asked for once a page, however many of its parts use it, in whatever order.
 * @throws Error where the shop's own settings or its header cannot be had
 */
export function pageData(locals: App.Locals): Promise<PageData> {
  const data = dataOf.get(locals) ?? read(locals);
  dataOf.set(locals, data);
  return data;
}

/**
 * Replaces fields of this page's header and footer (HOME-02, HOME-05, R70). Call it before anything of the frame renders.
 * Menus that only this page's footer has are fetched here; the theme's stylesheet has the sizes and colours (themeCss).
 */
export async function overrideFrame(locals: App.Locals, { header, footer }: FrameOverrides): Promise<void> {
  if (Object.keys({ ...header, ...footer }).length === 0) return;
  const page = await pageData(locals);
  const ids = [
    ...new Set([
      ...page.shop.footerMenuIds,
      ...(footer.menus ?? []).flatMap(({ menuId }) => menuId || []),
      ...(footer.policyMenuId ? [footer.policyMenuId] : []),
    ]),
  ];
  const menus = await locals.api('GET /api/v1/test/getFooter', { query: { ids: ids.join(',') } });
  const changed: PageData = {
    ...page,
    header: { ...page.header, ...header },
    footer: page.footer && { ...page.footer, ...dataIfOk(menus), ...footer },
    sources: [...page.sources, header, footer, menus.data],
  };
  dataOf.set(locals, Promise.resolve(changed));
}

async function read(locals: App.Locals): Promise<PageData> {
  const answered = dataOrThrow(await locals.api('GET /api/v1/storefront/shop'));
  const { headerMenuId, footerMenuIds } = answered;
  const lang = locals.lang || answered.lang;
  const [currency, language, header, footer, trust] = await Promise.all([
    locals.api('GET /api/v1/currency'),
    locals.api('GET /api/v1/test/getLanguage', { query: { lang } }),
    locals.api('GET /api/v1/test/getHeader', { query: { menuId: headerMenuId } }),
    locals.api('GET /api/v1/test/getFooter', { query: { ids: footerMenuIds.join(',') } }),
    locals.api('GET /api/v2/shop/trust/get'),
  ]);
  const words = dataIfOk(language);
  // Another platform names its own origin; these pages stand on ours.
  const shop = { ...answered, lang, origin: locals.origin, root: locals.origin + locals.root };
  const currencies = dataIfOk(currency) ?? usdConfig;
  const { texts, tell, island: islandTexts, at } = textsOf(words?.languageConfig ?? {}, lang);
  const island = { ...islandShop(currencies, shop.bag), texts: islandTexts };
  return {
    shop,
    languages: languagesOf(words?.languages ?? [], answered.lang),
    languageWidget: words?.widget ?? '',
    currency: currencies,
    texts,
    tell,
    contentLang: lang === answered.lang ? null : answered.lang,
    textsAt: at,
    header: dataOrThrow(header),
    footer: dataIfOk(footer),
    trust: dataIfOk(trust),
    sources: [answered, currency.data, language.data, header.data, footer.data, trust.data],
    island,
    drawn: { currency: firstShownOf(island.currency), texts: tell(drawnTexts) },
    hint: (said) => hintText(said, islandTexts),
    dayText: dayWriter(lang),
    money: moneyWriter(currencies),
  };
}

/** Names and flags of currencies are for pickers. */
export function islandShop(currency: CurrencyConfig, bag: ShopProps['bag']): ShopProps {
  const currencies = currency.currencies.map(({ name, flag, ...entry }) => entry);
  return { currency: { ...currency, currencies }, bag };
}

/** What islands say. The checkout's are told theirs. */
const islandTables = {
  ...defaultTexts,
  ...bagTexts,
  ...couponTexts,
  ...giftTexts,
  ...unpaidOrderTexts,
  ...productTexts,
  ...stockTexts,
  ...heartTexts,
  ...boughtTexts,
  ...orderTexts,
  ...popupTexts,
  copySuccess: quietTexts.copySuccess,
};

/** Everything that pages derive from a language's texts. */
interface LanguageTexts {
  lang: string;
  texts: AllTexts;
  tell: PageData['tell'];
  /** What islands say in it: the messages that differ from their own English. */
  island: CustomTexts;
  /** Where a browser has these from (pages/texts-[name].json.ts): named by what they are, so it can keep them. Null for none. */
  at: string | null;
}

/** By the texts as the API answers them: all pages share one answer until it is purged (server/cache/read-cache.ts). */
const derivedTexts = new WeakMap<CustomTexts, LanguageTexts>();

/**
 * Derives a language's texts, once for all its pages: comparing some 700 messages took a twentieth of a page's time.
 * @param config the texts as the API answers them
 */
export function textsOf(config: CustomTexts, lang: string): LanguageTexts {
  const cached = derivedTexts.get(config);
  if (cached?.lang === lang) return cached;
  const customTexts = changedTexts(allTexts, readCustomTexts(config, lang));
  const tables = new WeakMap<CustomTexts, CustomTexts>();
  const tell = (table: CustomTexts) => {
    const changed = tables.get(table) ?? changedTexts(table, customTexts);
    tables.set(table, changed);
    return changed;
  };
  const island = { ...tell(islandTables), ...hintsByTemplate(customTexts) };
  const at = Object.keys(island).length > 0 ? textsAddress(island, lang) : null;
  const derived = { lang, texts: createTexts(allTexts, customTexts), tell, island, at };
  derivedTexts.set(config, derived);
  return derived;
}

function textsAddress(texts: CustomTexts, lang: string): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
  return `/texts-${lang}-${hash}.json`;
}

const { addToBag, buyNow, fewLeft, inStockHint, oneFewer, oneMore } = defaultTexts;
const { priceBefore, priceNow, quantity, soldOut, soldOutHint, youSave } = defaultTexts;
/** Words of the product form, its offers among them. */
const drawnTexts = {
  ...{ addToBag, buyNow, fewLeft, inStockHint, oneFewer, oneMore },
  ...{ priceBefore, priceNow, quantity, soldOut, soldOutHint, youSave },
  'promotions-over': defaultTexts['promotions-over'],
};

/** The currencies that a page has before anybody chose. */
function firstShownOf(config: CurrencyConfig): CurrencyConfig {
  const first = new Set([findShopCurrency(config), shownCurrency(config, null)]);
  return { ...config, currencies: [...first] };
}

/** The shop's own language first, whether or not it is listed. */
function languagesOf(
  listed: readonly { lang: string; name: string }[],
  defaultLanguage: string,
): ShopLanguage[] {
  const name = listed.find(({ lang }) => lang === defaultLanguage)?.name ?? defaultLanguage;
  const others = listed.filter(({ lang }) => lang !== defaultLanguage);
  return [{ lang: defaultLanguage, name }, ...others].map((entry) => ({
    ...entry,
    prefix: prefixOf(entry.lang, defaultLanguage),
  }));
}

/** Returns attributes of the live region: what a part that cannot be loaded says, and the API client where the language changes it. */
export function liveData({ texts, tell }: PageData): Record<string, string> {
  const { shopUnreachable, pleaseLogin } = tell(apiClientTexts);
  return {
    'data-lost': texts.partLost,
    ...(shopUnreachable && { 'data-shop-unreachable': shopUnreachable }),
    ...(pleaseLogin && { 'data-please-login': pleaseLogin }),
  };
}

/** The page's direction where it is from right to left, and what scripts have to know of its language before it is painted: attributes of the root. */
export function rootData({ shop, languages, textsAt }: PageData): Record<string, string> {
  const prefix = shop.root.slice(shop.origin.length);
  const later: Record<string, string> = {
    ...(isRightToLeft(shop.lang) && { dir: 'rtl' }),
    ...(textsAt && { 'data-texts': textsAt }),
    ...(shop.ignoresVisits && { 'data-visits': 'off' }),
    ...advertisingData(shop),
  };
  if (prefix !== '') return { 'data-root': prefix, ...later };
  const others = languages.slice(1).map(({ lang }) => lang);
  return others.length > 0 ? { 'data-languages': others.join(' '), ...later } : later;
}

/**
 * Which lists of popups have any (client/marketing/start-marketing.ts), and the language these are in where it is not the page's;
 * nothing in a shop without popups.
 */
export async function popupData(
  locals: App.Locals,
  { contentLang }: PageData,
): Promise<Record<string, string>> {
  const [normal, byEvent] = await Promise.all([
    locals.api('GET /api/v1/normal-popups'),
    locals.api('GET /api/v1/popups', { query: {} }),
  ]);
  const lists = [
    ...(dataIfOk(normal)?.some(isPopup) ? ['normal'] : []),
    ...(dataIfOk(byEvent)?.some(isPopup) ? ['event'] : []),
  ];
  if (lists.length === 0) return {};
  return { 'data-popups': lists.join(' '), ...(contentLang && { 'data-popups-lang': contentLang }) };
}

/** Whom a page may tell of its visitor, and whether it has to ask (client/marketing/consent.ts); nothing where there is nobody. */
function advertisingData({ advertising }: PageData['shop']): Record<string, string> {
  if (!advertising) return {};
  const { consent, pixels, conversions } = advertising;
  return {
    'data-consent': consent,
    'data-pixels': Object.entries(pixels)
      .map((pixel) => pixel.join(':'))
      .join(' '),
    ...(conversions.length > 0 && { 'data-conversions': conversions.join(' ') }),
  };
}

/** The currency prices are written in, null where a shopper has no other to choose. */
export function shownFirst({ currency }: PageData): string | null {
  return currency.currencies.length > 1 ? shownCurrency(currency, null).currency : null;
}

/** Writes amounts of a shop's own currency as a new visitor is shown them. */
export function moneyWriter(config: CurrencyConfig): (amount: number) => string {
  const shopCurrency = findShopCurrency(config).currency;
  const shown = shownCurrency(config, null);
  return (amount) => displayMoney(shownMinor(amount, shopCurrency), config, shown);
}
