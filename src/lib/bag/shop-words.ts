/** What an island is told about the shop: small, plain, the same for every visitor. */

import type { BagData } from '../contract/wire-theme.ts';
import { type CurrencyConfig, ownCurrency, shownCurrency } from '../currency/config.ts';
import { displayMoney } from '../currency/display.ts';
import { fill } from '../fill.ts';
import { shownMinor } from '../money/minor.ts';
import { defaultTexts, type TextKey, type Texts } from '../text.ts';
import { type BagTexts, bagTexts } from '../texts/bag.ts';
import { changedTexts } from '../texts/changed.ts';
import { type CouponTexts, couponTexts } from '../texts/coupon.ts';
import { type GiftTexts, giftTexts } from '../texts/gifts.ts';
import { hintTexts } from '../texts/hints.ts';

/** What a promotion says, by its English template (R68). */
export type HintKey = keyof typeof hintTexts;

/** The words islands may be told of. */
export type IslandTexts = Texts & BagTexts & CouponTexts & GiftTexts & Readonly<Record<HintKey, string>>;

/** Those of them that a language says otherwise. */
export type ChangedTexts = Partial<IslandTexts>;

export interface IslandShop {
  currency: CurrencyConfig;
  /** Only the texts that differ from the defaults. */
  texts: ChangedTexts;
  bag: BagData;
}

export function islandShop(currency: CurrencyConfig, texts: IslandTexts, bag: BagData): IslandShop {
  // Names and flags are for pickers.
  const currencies = currency.currencies.map((entry) => ({ ...entry, name: '', flag: '' }));
  return {
    currency: { ...currency, currencies },
    texts: {
      ...changedTexts(defaultTexts, texts),
      ...changedTexts(bagTexts, texts),
      ...changedTexts(couponTexts, texts),
      ...changedTexts(giftTexts, texts),
      ...changedTexts(hintTexts, texts),
    },
    bag,
  };
}

export interface Words {
  /** A text with its values put in. */
  text(key: TextKey, values?: Record<string, string | number>): string;
  /** An amount of the shop's own currency as it is shown. */
  money(amount: number): string;
  /** Code of the currency orders are charged in, '' when it is the one shown. */
  chargedIn: string;
}

/** Words of the shop with values put in. @param changed what the page's language changes of them */
export function textIn(changed: Partial<Texts>): Words['text'] {
  return (key, values = {}) => fill(changed[key] ?? defaultTexts[key], values);
}

/** @param chosen code of the currency the shopper chose, asked anew for every amount; null for none */
export function wordsOf({ currency, texts }: IslandShop, chosen: () => string | null = () => null): Words {
  const own = ownCurrency(currency);
  const shown = () => shownCurrency(currency, chosen());
  return {
    text: textIn(texts),
    money: (amount) => displayMoney(shownMinor(amount, own.currency), currency, shown()),
    get chargedIn() {
      return shown().currency === own.currency ? '' : own.currency;
    },
  };
}
