import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { findShopData } from '#client/page/page-shop.ts';
import { $currency, chosenCurrency } from '#client/stores/currency.ts';
import { findDisplayCurrency } from '#lib/currency/config.ts';

/**
 * Stores the currency that the shopper selects, and updates the select when another picker or tab stores a currency (HDR-23,
 * CUR-05). The server renders the select; client/currency/mount-prices.ts selects the stored currency before the first paint and
 * converts the page's prices.
 * @param children the server-rendered select, as the only form field
 */
export default memo(function CurrencyPicker({ children }: { children?: ReactNode }) {
  const label = useRef<HTMLLabelElement>(null);
  useLayoutEffect(() => {
    const list = label.current!.control as HTMLSelectElement;
    const shown = () => findDisplayCurrency(findShopData()!.currency, chosenCurrency()).currency;
    // A currency selected before hydration may not be in the store yet.
    if (list.value !== shown()) $currency.set(list.value);
    return $currency.listen(() => {
      list.value = shown();
    });
  }, []);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the list is its child
    <label
      ref={label}
      className="picker picker-list when-scripts"
      onInput={({ target }) => $currency.set((target as HTMLSelectElement).value)}
    >
      {children}
    </label>
  );
});
