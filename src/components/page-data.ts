/** How pages read the API: errors become a 404 or 500 page, and shared data is read once per page. */

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

/** Returns the data of a response the page requires. @throws Error for any error code, which shows the 500 page */
export function dataOrThrow<Value>(answer: Envelope<Value>): Value {
  if (answer.code === codes.ok) return answer.data as Value;
  throw new Error(`The page cannot be made: ${answer.code} ${answer.msg}`);
}

/**
 * Returns data about what the page's URL names, or null when there is no such thing: it does not exist (10404), or the URL is
 * outside the contract's bounds (10001), such as a handle of 300 characters. Both are a 404, not a failure of the shop.
 * @throws Error for other errors, as `dataOrThrow` does
 */
export function dataOrNull<Value>(answer: Envelope<Value>): Value | null {
  const isMissing = answer.code === codes.notFound || answer.code === codes.badParameter;
  return isMissing ? null : dataOrThrow(answer);
}

/** Returns the data of an optional response: null for any error code. */
export function dataIfOk<Value>(answer: Envelope<Value>): Value | null {
  return answer.code === codes.ok ? (answer.data as Value) : null;
}

/** Data that every page needs. */
export interface PageData {
  /** `lang` is the page's language, `root` the prefix of its URLs: the origin, or `https://…/de`. */
  shop: Data<'GET /api/v1/storefront/shop'> & { root: string };
  /** Every language of the shop with its URL prefix; one entry when there is no choice. */
  languages: readonly ShopLanguage[];
  /** Selector of the shop's translation widget, '' for none (R84). */
  languageWidget: string;
  currency: CurrencyConfig;
  texts: AllTexts;
  /** Returns those texts of an island's table that differ from its English, in the page's language. */
  translate: (table: CustomTexts) => CustomTexts;
  /** Language of the merchant's texts, if it differs from the page's; for `lang` attributes. */
  contentLang: string | null;
  /** URL of the islands' texts in the page's language; null if they use only their built-in English. */
  textsAt: string | null;
  header: Data<'GET /api/v1/test/getHeader'>;
  /** Null when it fails to load; only pages with a footer need it. */
  footer: Data<'GET /api/v1/test/getFooter'> | null;
  trust: Data<'GET /api/v2/shop/trust/get'> | null;
  /** API responses this data was made from. */
  sources: readonly unknown[];
  /** Shop data for all islands of the page (client/page/page-shop.ts), with their texts (client/stores/texts.ts). */
  island: IslandShopProps;
  /** The subset of it that product islands render on the server. */
  initialShop: InitialShop;
  /** Returns the text of a promotion's benefit (R68). */
  hint: (hint: Parameters<typeof formatPromotionMessage>[0]) => string;
  /** Formats a day in the page's language. */
  dayText: (instant: number) => string;
  /** Formats an amount of the shop's currency as the page shows it to a new visitor (CUR-04, R59). */
  money: (amount: number) => string;
}

const dataOf = new WeakMap<App.Locals, Promise<PageData>>();

/**
 * Returns the data that every page needs; fetched once per page, however many components use it.
 * @throws Error if the shop's settings or its header fail to load
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
  // Another commerce platform returns its own origin; these pages are on ours.
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

/** Returns the shop data for islands, without currency names and flags, which only pickers need. */
export function toIslandShop(currency: CurrencyConfig, bag: ShopProps['bag']): ShopProps {
  const currencies = currency.currencies.map(({ name, flag, ...entry }) => entry);
  return { currency: { ...currency, currencies }, bag };
}

/** Texts of all islands except the checkout's, which receive theirs as props. */
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

/** Everything that pages derive from a language's texts. */
interface LanguageTexts {
  lang: string;
  texts: AllTexts;
  translate: PageData['translate'];
  /** The islands' texts that differ from their built-in English. */
  island: CustomTexts;
  /** Their URL (pages/texts-[name].json.ts), with a content hash so that browsers can cache it. Null for none. */
  at: string | null;
}

/** Keyed by the API's texts object: all pages share one response until it is purged (server/cache/read-cache.ts). */
const derivedTexts = new WeakMap<CustomTexts, LanguageTexts>();

/**
 * Derives a language's texts, once for all its pages: comparing some 700 messages took a twentieth of a page's time.
 * @param config the texts as the API returns them
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

/** Keeps only the currencies needed before the shopper chooses one. */
function firstShownOf(config: CurrencyConfig): CurrencyConfig {
  const first = new Set([findShopCurrency(config), findDisplayCurrency(config, null)]);
  return { ...config, currencies: [...first] };
}

/** Returns the languages, the shop's default first, even if it is not listed. */
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

/** Returns attributes of the live region: the message for parts that fail to load, and translated messages of the API client. */
export function liveRegionAttributes({ texts, translate }: PageData): Record<string, string> {
  const { shopUnreachable, pleaseLogin } = translate(apiClientTexts);
  return {
    'data-lost': texts.partLost,
    ...(shopUnreachable && { 'data-shop-unreachable': shopUnreachable }),
    ...(pleaseLogin && { 'data-please-login': pleaseLogin }),
  };
}

/** Returns root attributes: right-to-left direction, and language data that scripts need before first paint. */
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
 * Returns which popup lists have entries (client/marketing/start-marketing.ts), and their language if it differs from the page's;
 * nothing in a shop without popups.
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

/** Returns the advertising services and the consent mode (client/marketing/consent.ts); nothing without advertising. */
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

/** Returns the currency prices are rendered in; null if the shop offers only one. */
export function initialCurrency({ currency }: PageData): string | null {
  return currency.currencies.length > 1 ? findDisplayCurrency(currency, null).currency : null;
}

/** Returns a formatter of amounts in the shop's currency, as a new visitor sees them. */
export function createMoneyFormatter(config: CurrencyConfig): (amount: number) => string {
  const shopCurrency = findShopCurrency(config).currency;
  const shown = findDisplayCurrency(config, null);
  return (amount) => formatDisplayPrice(roundToMinorUnits(amount, shopCurrency), config, shown);
}
