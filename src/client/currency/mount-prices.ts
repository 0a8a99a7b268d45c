/**
 * Displays prices in the shopper's currency (CUR-01, CUR-05, CUR-14). Pages render every price in the shop's first display
 * currency, with the amount in the shop's currency in `data-amount`. This script rewrites the prices: all of them before first
 * paint, and added or changed ones before they are painted. Islands format their prices with client/stores/currency.ts.
 */

import { type CurrencyConfig, findDisplayCurrency, findShopCurrency } from '#lib/currency/config.ts';
import { formatDisplayPrice } from '#lib/currency/display.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';

const key = 'currency';
const lists = '[data-currency-picker]';

/** Starts price conversion with the config in the page (`#shop`). Does nothing if the shop has only one currency. */
export function mountPriceConversion(): void {
  const config: CurrencyConfig | undefined = JSON.parse(
    document.getElementById('shop')?.textContent ?? '{}',
  ).currency;
  if (!config || config.currencies.length < 2) return;
  const shopCurrency = findShopCurrency(config).currency;
  const first = findDisplayCurrency(config, null);
  const root = document.documentElement;
  let target = first;
  /** The stored currency choice at the time prices were last written. */
  let stored: string | null;

  const write = (digits: HTMLElement) => {
    const { amount } = digits.dataset;
    if (amount)
      digits.textContent = formatDisplayPrice(
        roundToMinorUnits(Number(amount), shopCurrency),
        config,
        target,
      );
  };
  const writeAll = (part: ParentNode) => part.querySelectorAll<HTMLElement>('[data-amount]').forEach(write);
  // MutationObserver callbacks run before the next paint.
  const watch = new MutationObserver((changes) => {
    for (const { type, target: changed, addedNodes } of changes) {
      if (type === 'attributes') write(changed as HTMLElement);
      for (const node of addedNodes) if (node instanceof HTMLElement) writeAll(node.parentElement ?? node);
    }
  });

  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked, so there is no stored choice.
      return null;
    }
  };
  function show(code: string | null): void {
    const before = target;
    stored = read();
    target = findDisplayCurrency(config!, code);
    for (const list of document.querySelectorAll<HTMLSelectElement>(lists)) list.value = target.currency;
    watch.disconnect();
    if (target !== first)
      watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-amount'] });
    if (target !== before) writeAll(document);
    root.classList.remove('other-currency');
  }
  show(read());
  // Handle the change without waiting for the island (islands/currency/CurrencyPicker.tsx): the shopper may leave before it hydrates.
  addEventListener('change', ({ target: field }) => {
    if (!(field instanceof HTMLSelectElement && field.matches(lists))) return;
    try {
      localStorage.setItem(key, field.value);
    } catch {
      // Storage is blocked: the choice applies to this page only.
    }
    show(field.value);
  });
  addEventListener('storage', (event) => {
    // A null key means that all storage was cleared.
    if (event.key === key || event.key === null) show(event.newValue);
  });
  // A page restored from the back-forward cache keeps a choice that could not be stored, unless another page has stored one meanwhile.
  addEventListener('pageshow', (event) => event.persisted && read() !== stored && show(read()));
}
