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
 * Returns the shop data that the page contains, with texts in the page's language. The data cannot be read on the server or during
 * hydration, so the hook then returns its arguments, which an island gets as props.
 */
export function useShop({
  currency = usdConfig,
  texts: first = none,
}: Partial<InitialShop> = {}): IslandShopProps {
  const pageShop = useSyncExternalStore(never, findShopData, onServer);
  const texts = useStore($texts, { ssr: () => null });
  useEffect(() => void loadTexts(), []);
  return useMemo(
    // The arguments lack the bag settings, hence the cast. These are needed only after an action of the shopper, when the page's
    // data is available.
    () => ({ ...(pageShop ?? { currency }), texts: texts ?? first }) as IslandShopProps,
    [pageShop, texts, currency, first],
  );
}

/**
 * Returns the shop's texts and formats amounts in the shopper's currency; a change of currency renders the component again
 * (CUR-14). An event handler gets its texts in the page's language if these have loaded by the time of the event.
 */
export function useShopTexts(shop: IslandShopProps): ShopTexts {
  const chosen = useStore($currency, { ssr: () => undefined });
  return createShopTexts(
    shop,
    () => chosen ?? null,
    () => $texts.get(),
  );
}
