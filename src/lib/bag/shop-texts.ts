/** What an island is told about the shop: small, plain, the same for every visitor. */

import type { BagData } from '../contract/wire-theme.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency } from '../currency/config.ts';
import { displayMoney } from '../currency/display.ts';
import { defaultTexts } from '../messages/default.ts';
import { type OwnTexts, type Says, textIn } from '../messages/format.ts';
import { shownMinor } from '../money/minor.ts';

export interface IslandShop extends ShopProps {
  /** Only what the page's language says otherwise. */
  texts: OwnTexts;
}

/** As much of it as each page holds. */
export interface ShopProps {
  currency: CurrencyConfig;
  bag: BagData;
}

export interface Words extends Says<typeof defaultTexts> {
  /** An amount of the shop's own currency as it is shown. */
  money(amount: number): string;
  /** Code of the currency orders are charged in, '' when it is the one shown. */
  chargedIn: string;
}

/**
 * @param chosen code of the currency the shopper chose, asked anew for every amount; null for none
 * @param later the texts that have come since, asked anew for every message; null for none
 */
export function wordsOf(
  { currency, texts }: IslandShop,
  chosen: () => string | null = () => null,
  later: () => OwnTexts | null = () => null,
): Words {
  const shopCurrency = ownCurrency(currency);
  const shown = () => shownCurrency(currency, chosen());
  return {
    text: (...said) => textIn(defaultTexts, later() ?? texts)(...said),
    money: (amount) => displayMoney(shownMinor(amount, shopCurrency.currency), currency, shown()),
    get chargedIn() {
      return shown().currency === shopCurrency.currency ? '' : shopCurrency.currency;
    },
  };
}
