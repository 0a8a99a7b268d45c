/** Shop data that islands receive as props: small, JSON-compatible and the same for every visitor. */

import type { BagData } from '../contract/wire-theme.ts';
import { type CurrencyConfig, findDisplayCurrency, findShopCurrency } from '../currency/config.ts';
import { formatDisplayPrice } from '../currency/display.ts';
import { defaultTexts } from '../messages/default.ts';
import { type CustomTexts, createTranslate, type Translator } from '../messages/format.ts';
import { roundToMinorUnits } from '../money/minor.ts';

export interface IslandShopProps extends ShopProps {
  /** Only texts of the page's language that differ from the English defaults. */
  texts: CustomTexts;
}

/** Shop data that every page contains. */
export interface ShopProps {
  currency: CurrencyConfig;
  bag: BagData;
}

export interface ShopTexts extends Translator<typeof defaultTexts> {
  /** Formats an amount of the shop's own currency for display. */
  money(amount: number): string;
  /** Code of the currency in which orders are charged; '' if it is the displayed currency. */
  chargedIn: string;
}

/**
 * Creates the texts and the money format that all islands use.
 * @param chosen returns the code of the chosen currency, null for none; called for every amount
 * @param later returns texts that were loaded later, null for none; called for every message
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
