/** Shop data that islands receive: small, plain and the same for every visitor. */

import type { BagData } from '../contract/wire-theme.ts';
import { type CurrencyConfig, findDisplayCurrency, findShopCurrency } from '../currency/config.ts';
import { formatDisplayPrice } from '../currency/display.ts';
import { defaultTexts } from '../messages/default.ts';
import { type CustomTexts, createTranslate, type Translator } from '../messages/format.ts';
import { roundToMinorUnits } from '../money/minor.ts';

export interface IslandShopProps extends ShopProps {
  /** Only the texts that differ in the page's language. */
  texts: CustomTexts;
}

/** The part that every page contains. */
export interface ShopProps {
  currency: CurrencyConfig;
  bag: BagData;
}

export interface ShopTexts extends Translator<typeof defaultTexts> {
  /** Formats an amount of the shop's own currency for display. */
  money(amount: number): string;
  /** Code of the currency that orders are charged in; '' if it is the one shown. */
  chargedIn: string;
}

/**
 * @param chosen returns the code of the chosen currency, read for every amount; null for none
 * @param later returns texts loaded in the meantime, read for every message; null for none
 */
export function createShopTexts(
  { currency, texts }: IslandShopProps,
  chosen: () => string | null = () => null,
  later: () => CustomTexts | null = () => null,
): ShopTexts {
  const shopCurrency = findShopCurrency(currency);
  const shown = () => findDisplayCurrency(currency, chosen());
  return {
    text: (...args) => createTranslate(defaultTexts, later() ?? texts)(...args),
    money: (amount) =>
      formatDisplayPrice(roundToMinorUnits(amount, shopCurrency.currency), currency, shown()),
    get chargedIn() {
      return shown().currency === shopCurrency.currency ? '' : shopCurrency.currency;
    },
  };
}
