/** Functions with which pages read the API. They turn errors into a 404 or 500 page and fetch shared data once per page. */

import { createHash } from 'node:crypto';
import type { InitialShop } from '#islands/currency/use-shop-texts.ts';
import type { IslandShopProps, ShopProps } from '#lib/bag/shop-texts.ts';
import * as codes from '#lib/contract/codes.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import {
  type CurrencyConfig,
  findDisplayCurrency,
  findShopCurrency,
  usdConfig,
} from '#lib/currency/config.ts';
import { formatDisplayPrice } from '#lib/currency/display.ts';
import { isRightToLeft } from '#lib/language/direction.ts';
import { getLanguagePrefix } from '#lib/language/path.ts';
import { isPopup } from '#lib/marketing/popup-content.ts';
import { type AllTexts, allTexts } from '#lib/messages/all.ts';
import { apiClientTexts } from '#lib/messages/api-client.ts';
import { bagTexts } from '#lib/messages/bag.ts';
import { couponTexts } from '#lib/messages/coupon.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import { type CustomTexts, createTexts, formatPromotionMessage } from '#lib/messages/format.ts';
import { giftTexts } from '#lib/messages/gifts.ts';
import { normaliseCustomTexts, pickChangedTexts, promotionTextsByTemplate } from '#lib/messages/language.ts';
import { orderSummaryTexts, orderTexts } from '#lib/messages/order.ts';
import { popupTexts } from '#lib/messages/popups.ts';
import { productTexts } from '#lib/messages/product.ts';
import { backInStockTexts } from '#lib/messages/stock.ts';
import { unpaidOrderTexts } from '#lib/messages/unpaid-order.ts';
import { wishlistButtonTexts } from '#lib/messages/wishlist-button.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import type { ShopLanguage } from '#lib/pages/alternate-links.ts';
import { createDateFormatter } from '#lib/pages/dates.ts';
import type { HeaderFooterOverrides } from '#lib/theme/header-footer-overrides.ts';

type Data<Key extends keyof Endpoints> = ResponseData<Endpoints[Key]>;

/** Returns the data of a response that the page requires. @throws Error for any error code, which renders the 500 page */
export function dataOrThrow<Value>(answer: Envelope<Value>): Value {
  if (answer.code === codes.ok) return answer.data as Value;
  throw new Error(`The page cannot be made: ${answer.code} ${answer.msg}`);
}

/**
 * Returns the data of the resource that the page's URL identifies, or null if there is no such resource: it does not exist
 * (10404), or the URL exceeds the limits of the contract (10001), such as a handle of 300 characters. Both are a 404, not a
 * failure of the shop.
 * @throws Error for other errors, as `dataOrThrow` does
 */
export function dataOrNull<Value>(answer: Envelope<Value>): Value | null {
  const isMissing = answer.code === codes.notFound || answer.code === codes.badParameter;
  return isMissing ? null : dataOrThrow(answer);
}

/** Returns the data of an optional response, or null for any error code. */
export function dataIfOk<Value>(answer: Envelope<Value>): Value | null {
  return answer.code === codes.ok ? (answer.data as Value) : null;
}

/** Data that every page needs. */
export interface PageData {
  /** `lang` is the page's language; `root` is the base of its URLs: the origin, or `https://…/de`. */
  shop: Data<'GET /api/v1/storefront/shop'> & { root: string };
  /** All languages of the shop with their URL prefixes; one entry if there is no choice. */
  languages: readonly ShopLanguage[];
  /** Selector of the shop's translation widget, '' if there is none (R84). */
  languageWidget: string;
  currency: CurrencyConfig;
  texts: AllTexts;
  /** Returns those texts of an island's text table that differ from the built-in English, in the page's language. */
  translate: (table: CustomTexts) => CustomTexts;
  /** Language of the merchant's texts, if it differs from the page's; for `lang` attributes. */
  contentLang: string | null;
  /** URL of the islands' texts in the page's language; null if the islands need only their built-in English texts. */
  textsAt: string | null;
  header: Data<'GET /api/v1/test/getHeader'>;
  /** Null if the footer fails to load; only pages with a footer need it. */
  footer: Data<'GET /api/v1/test/getFooter'> | null;
  trust: Data<'GET /api/v2/shop/trust/get'> | null;
  /** API responses from which the page data is derived. */
  sources: readonly unknown[];
  /** Shop data for all islands of the page (client/page/page-shop.ts), including their texts (client/stores/texts.ts). */
  island: IslandShopProps;
  /** The subset of the shop data that product islands need for server rendering. */
  initialShop: InitialShop;
  /** Returns the text of a promotion's benefit (R68). */
  hint: (hint: Parameters<typeof formatPromotionMessage>[0]) => string;
  /** Formats a day in the page's language. */
  dayText: (instant: number) => string;
  /** Formats an amount given in the shop's currency, in the currency displayed before the shopper chooses one (CUR-04, R59). */
  money: (amount: number) => string;
}

const dataOf = new WeakMap<App.Locals, Promise<PageData>>();

/**
 * Returns the data that every page needs. It is fetched once per page, however many components use it.
 * @throws Error if the shop's settings or its header fail to load
 */
export function pageData(locals: App.Locals): Promise<PageData> {
  const data = dataOf.get(locals) ?? read(locals);
  dataOf.set(locals, data);
  return data;
}

/**
 * Replaces fields of this page's header and footer (HOME-02, HOME-05, R70), and fetches the menus that the new footer needs. Call
 * it before any part of the layout renders. It does not change sizes and colours, which are in the theme's stylesheet (themeCss).
 */
export async function overrideHeaderAndFooter(
  locals: App.Locals,
  { header, footer }: HeaderFooterOverrides,
): Promise<void> {
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
  const languageData = dataIfOk(language);
  // If another commerce platform provides the API, it returns its own origin, but these pages are served from Atoll's.
  const shop = { ...answered, lang, origin: locals.origin, root: locals.origin + locals.root };
  const currencies = dataIfOk(currency) ?? usdConfig;
  const {
    texts,
    translate,
    island: islandTexts,
    at,
  } = getLanguageTexts(languageData?.languageConfig ?? {}, lang);
  const island = { ...toIslandShop(currencies, shop.bag), texts: islandTexts };
  return {
    shop,
    languages: languagesOf(languageData?.languages ?? [], answered.lang),
    languageWidget: languageData?.widget ?? '',
    currency: currencies,
    texts,
    translate,
    contentLang: lang === answered.lang ? null : answered.lang,
    textsAt: at,
    header: dataOrThrow(header),
    footer: dataIfOk(footer),
    trust: dataIfOk(trust),
    sources: [answered, currency.data, language.data, header.data, footer.data, trust.data],
    island,
    initialShop: { currency: firstShownOf(island.currency), texts: translate(productFormTexts) },
    hint: (hint) => formatPromotionMessage(hint, islandTexts),
    dayText: createDateFormatter(lang),
    money: createMoneyFormatter(currencies),
  };
}

/** Returns the shop data for islands, without the currency names and flags, which only pickers need. */
export function toIslandShop(currency: CurrencyConfig, bag: ShopProps['bag']): ShopProps {
  const currencies = currency.currencies.map(({ name, flag, ...entry }) => entry);
  return { currency: { ...currency, currencies }, bag };
}

/** Texts of all islands except those of the checkout, which receive their texts as props. */
const islandTables = {
  ...defaultTexts,
  ...bagTexts,
  ...couponTexts,
  ...giftTexts,
  ...unpaidOrderTexts,
  ...productTexts,
  ...backInStockTexts,
  ...wishlistButtonTexts,
  ...orderSummaryTexts,
  ...orderTexts,
  ...popupTexts,
  copySuccess: additionalTexts.copySuccess,
};

/** Data that pages derive from the texts of a language. */
interface LanguageTexts {
  lang: string;
  texts: AllTexts;
  translate: PageData['translate'];
  /** Texts of the islands that differ from the built-in English. */
  island: CustomTexts;
  /**
   * URL of the islands' texts (pages/texts-[name].json.ts), with a content hash so that browsers can cache it. Null if there are
   * none.
   */
  at: string | null;
}

/**
 * Derived texts, keyed by the texts object in the API response: all pages share one response until it is purged
 * (server/cache/read-cache.ts).
 */
const derivedTexts = new WeakMap<CustomTexts, LanguageTexts>();

/**
 * Merges the texts of a language with the defaults. Cached per language: comparing some 700 messages took 5 % of a page's render time.
 * @param config texts as returned by the API
 */
export function getLanguageTexts(config: CustomTexts, lang: string): LanguageTexts {
  const cached = derivedTexts.get(config);
  if (cached?.lang === lang) return cached;
  const customTexts = pickChangedTexts(allTexts, normaliseCustomTexts(config, lang));
  const tables = new WeakMap<CustomTexts, CustomTexts>();
  const translate = (table: CustomTexts) => {
    const changed = tables.get(table) ?? pickChangedTexts(table, customTexts);
    tables.set(table, changed);
    return changed;
  };
  const island = { ...translate(islandTables), ...promotionTextsByTemplate(customTexts) };
  const at = Object.keys(island).length > 0 ? textsAddress(island, lang) : null;
  const derived = { lang, texts: createTexts(allTexts, customTexts), translate, island, at };
  derivedTexts.set(config, derived);
  return derived;
}

function textsAddress(texts: CustomTexts, lang: string): string {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
  return `/texts-${lang}-${hash}.json`;
}

const { addToBag, buyNow, fewLeft, inStockHint, oneFewer, oneMore } = defaultTexts;
const { priceBefore, priceNow, quantity, soldOut, soldOutHint, youSave } = defaultTexts;
/** Texts of the product form, including its offers. */
const productFormTexts = {
  ...{ addToBag, buyNow, fewLeft, inStockHint, oneFewer, oneMore },
  ...{ priceBefore, priceNow, quantity, soldOut, soldOutHint, youSave },
  'promotions-over': defaultTexts['promotions-over'],
};

/** Returns the configuration with only the currencies needed before the shopper chooses one. */
function firstShownOf(config: CurrencyConfig): CurrencyConfig {
  const first = new Set([findShopCurrency(config), findDisplayCurrency(config, null)]);
  return { ...config, currencies: [...first] };
}

/** Returns the shop's languages with the default language first, even if the settings do not list it. */
function languagesOf(
  listed: readonly { lang: string; name: string }[],
  defaultLanguage: string,
): ShopLanguage[] {
  const name = listed.find(({ lang }) => lang === defaultLanguage)?.name ?? defaultLanguage;
  const others = listed.filter(({ lang }) => lang !== defaultLanguage);
  return [{ lang: defaultLanguage, name }, ...others].map((entry) => ({
    ...entry,
    prefix: getLanguagePrefix(entry.lang, defaultLanguage),
  }));
}

/**
 * Returns the attributes of the live region: the message for parts that fail to load, and the translated messages of the API
 * client.
 */
export function liveRegionAttributes({ texts, translate }: PageData): Record<string, string> {
  const { shopUnreachable, pleaseLogin } = translate(apiClientTexts);
  return {
    'data-lost': texts.partLost,
    ...(shopUnreachable && { 'data-shop-unreachable': shopUnreachable }),
    ...(pleaseLogin && { 'data-please-login': pleaseLogin }),
  };
}

/**
 * Returns the attributes of the <html> element: right-to-left direction, and language data that scripts need before first paint.
 */
export function rootAttributes({ shop, languages, textsAt }: PageData): Record<string, string> {
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
 * Returns attributes that state which popup lists have entries (client/marketing/start-marketing.ts), and the language of the
 * popups if it differs from the page's. Returns no attributes in a shop without popups.
 */
export async function fetchPopupAttributes(
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

/**
 * Returns attributes with the advertising services and the consent mode (client/marketing/consent.ts); none in a shop without
 * advertising.
 */
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

/** Returns the currency in which prices are rendered; null if the shop offers only one. */
export function initialCurrency({ currency }: PageData): string | null {
  return currency.currencies.length > 1 ? findDisplayCurrency(currency, null).currency : null;
}

/**
 * Returns a function that formats amounts given in the shop's currency, in the currency displayed before the shopper chooses one.
 */
export function createMoneyFormatter(config: CurrencyConfig): (amount: number) => string {
  const shopCurrency = findShopCurrency(config).currency;
  const shown = findDisplayCurrency(config, null);
  return (amount) => formatDisplayPrice(roundToMinorUnits(amount, shopCurrency), config, shown);
}
