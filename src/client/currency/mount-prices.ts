/**
 * Prices in the shopper's currency (CUR-01, CUR-05, CUR-14). Pages write every price in the currency the shop shows first,
 * with the shop's own amount beside it in `data-amount`; here its digits are rewritten: all of them at once before the
 * first paint, and whatever a script adds or changes later before that is painted. React writes its prices itself, from
 * client/stores/currency.ts.
 */

import { type CurrencyConfig, ownCurrency, shownCurrency } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { shownMinor } from '#lib/money/minor.ts';

const key = 'currency';

/** Starts on the page's own config (`#shop`); does nothing where there is no choice. */
export function mountPrices(): void {
  const config: CurrencyConfig | undefined = JSON.parse(
    document.getElementById('shop')?.textContent ?? '{}',
  ).currency;
  if (!config || config.currencies.length < 2) return;
  const own = ownCurrency(config).currency;
  const first = shownCurrency(config, null);
  const root = document.documentElement;
  const pickers = document.querySelectorAll<HTMLSelectElement>('[data-currency-picker]');
  let target = first;

  const write = (digits: HTMLElement) => {
    const { amount } = digits.dataset;
    if (amount) digits.textContent = displayMoney(shownMinor(Number(amount), own), config, target);
  };
  const writeAll = (part: ParentNode) => part.querySelectorAll<HTMLElement>('[data-amount]').forEach(write);
  // Its reports come before the next paint.
  const watch = new MutationObserver((changes) => {
    for (const { type, target: changed, addedNodes } of changes) {
      if (type === 'attributes') write(changed as HTMLElement);
      for (const node of addedNodes) if (node instanceof HTMLElement) writeAll(node.parentElement ?? node);
    }
  });

  function show(code: string | null): void {
    const before = target;
    target = shownCurrency(config!, code);
    for (const picker of pickers) picker.value = target.currency;
    watch.disconnect();
    if (target !== first)
      watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-amount'] });
    if (target !== before) writeAll(document);
    root.classList.remove('other-currency');
    dispatchEvent(new Event(key));
  }
  const read = () => {
    try {
      return root.dataset.currencyUnsaved ?? localStorage.getItem(key);
    } catch {
      // Storage is forbidden: nothing was chosen.
      return null;
    }
  };
  show(read());
  addEventListener('change', ({ target: field }) => {
    if (!(field instanceof HTMLSelectElement) || !field.matches('[data-currency-picker]')) return;
    try {
      localStorage.setItem(key, field.value);
      delete root.dataset.currencyUnsaved;
    } catch {
      // It is shown on this page only, by islands that wake later too.
      root.dataset.currencyUnsaved = field.value;
    }
    show(field.value);
  });
  addEventListener('storage', (event) => {
    // All of it was cleared.
    if (event.key !== key && event.key !== null) return;
    delete root.dataset.currencyUnsaved;
    show(event.newValue);
  });
  addEventListener('pageshow', (event) => event.persisted && show(read()));
}
