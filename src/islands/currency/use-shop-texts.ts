import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { findPageShop } from '#client/page/page-shop.ts';
import { $currency } from '#client/stores/currency.ts';
import { $texts, textsReady } from '#client/stores/texts.ts';
import { type IslandShop, type Words, wordsOf } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import type { OwnTexts } from '#lib/messages/format.ts';

/** What an island draws of the shop on the server. */
export type DrawnShop = Pick<IslandShop, 'currency' | 'texts'>;

const never = () => () => {};
const onServer = () => null;
const none: OwnTexts = {};

/**
 * What the page says of the shop, in its language. On the server there is no page: what is drawn there the island is told. It
 * draws the same when it wakes, and has everything as soon as it has come.
 */
export function useShop({ currency = usdConfig, texts: first = none }: Partial<DrawnShop> = {}): IslandShop {
  const pageShop = useSyncExternalStore(never, findPageShop, onServer);
  const texts = useStore($texts, { ssr: () => null });
  useEffect(() => void textsReady(), []);
  return useMemo(
    // How the bag behaves matters when the shopper acts: by then the page has been read.
    () => ({ ...(pageShop ?? { currency }), texts: texts ?? first }) as IslandShop,
    [pageShop, texts, currency, first],
  );
}

/**
 * The shop's words and amounts in the shopper's currency; another choice draws them anew (CUR-14). What is said later than it was
 * drawn is said in the language that has come by then.
 */
export function useWords(shop: IslandShop): Words {
  const chosen = useStore($currency, { ssr: () => undefined });
  return wordsOf(
    shop,
    () => chosen ?? null,
    () => $texts.get(),
  );
}
