import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { findShopData } from '#client/page/page-shop.ts';
import { $currency } from '#client/stores/currency.ts';
import { $texts, loadTexts } from '#client/stores/texts.ts';
import { createShopTexts, type IslandShopProps, type ShopTexts } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import type { CustomTexts } from '#lib/messages/format.ts';

/** Shop data that an island needs on the server. */
export type InitialShop = Pick<IslandShopProps, 'currency' | 'texts'>;

const never = () => () => {};
const onServer = () => null;
const none: CustomTexts = {};

/**
 * Returns the page's shop data in its language. The server has no page: an island passes what it renders there, hydrates with
 * the same, and gets everything once it is available.
 */
export function useShop({
  currency = usdConfig,
  texts: first = none,
}: Partial<InitialShop> = {}): IslandShopProps {
  const pageShop = useSyncExternalStore(never, findShopData, onServer);
  const texts = useStore($texts, { ssr: () => null });
  useEffect(() => void loadTexts(), []);
  return useMemo(
    // Bag settings matter only when the shopper acts: the page data is available by then.
    () => ({ ...(pageShop ?? { currency }), texts: texts ?? first }) as IslandShopProps,
    [pageShop, texts, currency, first],
  );
}

/**
 * Returns the shop's texts, and amounts in the shopper's currency; another choice renders them again (CUR-14). Texts used after
 * rendering are in the page's language, if it has loaded by then.
 */
export function useShopTexts(shop: IslandShopProps): ShopTexts {
  const chosen = useStore($currency, { ssr: () => undefined });
  return createShopTexts(
    shop,
    () => chosen ?? null,
    () => $texts.get(),
  );
}
