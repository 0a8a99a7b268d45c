import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { findShopData } from '#client/page/page-shop.ts';
import { $currency } from '#client/stores/currency.ts';
import { $texts, loadTexts } from '#client/stores/texts.ts';
import { createShopTexts, type IslandShopProps, type ShopTexts } from '#lib/bag/shop-texts.ts';
import { usdConfig } from '#lib/currency/config.ts';
import type { CustomTexts } from '#lib/messages/format.ts';

/** Shop data that an island needs for server rendering. */
export type InitialShop = Pick<IslandShopProps, 'currency' | 'texts'>;

const never = () => () => {};
const onServer = () => null;
const none: CustomTexts = {};

/**
 * Returns the page's shop data, with texts in the page's language. The server cannot read the page's data, so an island passes the
 * data for server rendering and hydration as arguments, and gets the complete data afterwards.
 */
export function useShop({
  currency = usdConfig,
  texts: first = none,
}: Partial<InitialShop> = {}): IslandShopProps {
  const pageShop = useSyncExternalStore(never, findShopData, onServer);
  const texts = useStore($texts, { ssr: () => null });
  useEffect(() => void loadTexts(), []);
  return useMemo(
    // Bag settings are needed only after an action of the shopper, when the page's data is available.
    () => ({ ...(pageShop ?? { currency }), texts: texts ?? first }) as IslandShopProps,
    [pageShop, texts, currency, first],
  );
}

/**
 * Returns the shop's texts and formats amounts in the shopper's currency; a change of currency renders the component again
 * (CUR-14). Texts that are used after rendering, such as in event handlers, are in the page's language if it has loaded by then.
 */
export function useShopTexts(shop: IslandShopProps): ShopTexts {
  const chosen = useStore($currency, { ssr: () => undefined });
  return createShopTexts(
    shop,
    () => chosen ?? null,
    () => $texts.get(),
  );
}
