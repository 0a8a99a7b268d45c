import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { $currency } from '#client/stores/currency.ts';

interface Props {
  /** Name of the list. */
  label: string;
  /** Code of the currency that a new visitor sees. */
  first: string;
  currencies: readonly { code: string; text: string; title: string }[];
}

/**
 * The list of currencies (HDR-23). It stores the choice; client/currency/mount-prices.ts rewrites the page's prices, and selects the
 * stored currency before the first paint.
 */
export default function CurrencyPicker({ label, first, currencies }: Props) {
  const list = useRef<HTMLSelectElement>(null);
  const stored = useStore($currency, { ssr: () => undefined });
  // The shop may no longer have the stored currency (CUR-06).
  const shown = (code = '') => (currencies.some((entry) => entry.code === code) ? code : first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a choice that was made before hydration is not stored yet
  useLayoutEffect(() => {
    const { value } = list.current!;
    if (value !== shown($currency.get())) $currency.set(value);
  }, []);
  return (
    <select
      ref={list}
      className="picker-button"
      aria-label={label}
      data-currency-picker=""
      autoComplete="off"
      value={shown(stored)}
      onChange={({ target }) => $currency.set(target.value)}
    >
      {currencies.map(({ code, text, title }) => (
        <option key={code} value={code} title={title}>
          {text}
        </option>
      ))}
    </select>
  );
}
