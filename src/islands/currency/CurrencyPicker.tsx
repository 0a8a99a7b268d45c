import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { findShopData } from '#client/page/page-shop.ts';
import { $currency, chosenCurrency } from '#client/stores/currency.ts';
import { findDisplayCurrency } from '#lib/currency/config.ts';

/**
 * Stores the currency that the shopper selects, and updates the select when another picker or tab stores a currency (HDR-23,
 * CUR-05). The server renders the select; client/currency/mount-prices.ts selects the stored currency before the first paint and
 * converts the page's prices.
 * @param children server-rendered content, whose only form field is the select
 */
export default memo(function CurrencyPicker({ children }: { children?: ReactNode }) {
  const label = useRef<HTMLLabelElement>(null);
  useLayoutEffect(() => {
    const list = label.current!.control as HTMLSelectElement;
    const shown = () => findDisplayCurrency(findShopData()!.currency, chosenCurrency()).currency;
    // The shopper may have selected a currency before hydration, which is not stored yet.
    if (list.value !== shown()) $currency.set(list.value);
    return $currency.listen(() => {
      list.value = shown();
    });
  }, []);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the select, in `children`
    <label
      ref={label}
      className="picker picker-list when-scripts"
      onInput={({ target }) => $currency.set((target as HTMLSelectElement).value)}
    >
      {children}
    </label>
  );
});
