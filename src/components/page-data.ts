/** How pages read the API: refusals become a missing page or a failure, and what every part needs is read once a page. */

import { codes } from '#lib/contract/codes.ts';
import type { CallData, Envelope } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency, usdConfig } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { fromWire } from '#lib/money/minor.ts';
import { defaultTexts, type Texts } from '#lib/text.ts';

type Data<Key extends keyof Endpoints> = CallData<Endpoints[Key]>;

/**
 * Data of an answer the page cannot do without.
 * @throws Error for any refusal, which shows the 500 page
 */
export function needed<Value>(answer: Envelope<Value>): Value {
  if (answer.code === codes.ok) return answer.data as Value;
  throw new Error(`The page cannot be made: ${answer.code} ${answer.msg}`);
}

/** Data of an answer, or null when there is no such thing; other refusals throw as in `needed`. */
export function found<Value>(answer: Envelope<Value>): Value | null {
  return answer.code === codes.notFound ? null : needed(answer);
}

/** Data of an answer the page can do without: null for any refusal. */
export function optional<Value>(answer: Envelope<Value>): Value | null {
  return answer.code === codes.ok ? (answer.data as Value) : null;
}

export interface PageData {
  shop: Data<'GET /api/v1/storefront/shop'>;
  currency: CurrencyConfig;
  texts: Texts;
}

const read = new WeakMap<App.Locals, Promise<PageData>>();

/** The shop, its currencies and its words; asked for once, however many parts of the page use it. */
export function pageData(locals: App.Locals): Promise<PageData> {
  let data = read.get(locals);
  if (!data) {
    data = load(locals);
    read.set(locals, data);
  }
  return data;
}

async function load(locals: App.Locals): Promise<PageData> {
  const answered = needed(await locals.api('GET /api/v1/storefront/shop'));
  // Another platform names its own origin; these pages stand on ours.
  const shop = { ...answered, origin: locals.origin };
  const [currency, language] = await Promise.all([
    locals.api('GET /api/v1/currency'),
    locals.api('GET /api/v1/test/getLanguage', { query: { lang: shop.lang } }),
  ]);
  return {
    shop,
    currency: optional(currency) ?? usdConfig,
    texts: { ...defaultTexts, ...optional(language)?.languageConfig },
  };
}

/** An amount as the page shows it to a new visitor (CUR-04, R59). */
export function moneyText(amount: number, config: CurrencyConfig): string {
  return displayMoney(fromWire(amount, ownCurrency(config).currency), config, shownCurrency(config, null));
}
