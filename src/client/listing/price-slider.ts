/** The slider beside a filter's price fields. The fields are what is sent; both say the same. */
import { pageShop } from '#client/page/page-shop.ts';
import { findShopCurrency, shownCurrency } from '#lib/currency/config.ts';
import { displayMoney } from '#lib/currency/display.ts';
import { shownMinor } from '#lib/money/minor.ts';

/**
 * Brings fields, slider and words in line with what was changed. A thumb that meets the other takes it along; an end of the line
 * is no limit.
 * @param changed a thumb of the slider, or a field
 */
export function showPrices(form: HTMLFormElement, changed: HTMLInputElement): void {
  const thumbs = [...form.querySelectorAll<HTMLInputElement>('[data-slider] input')];
  const [from, to] = thumbs;
  if (!from || !to) return;
  const fieldOf = (thumb: HTMLInputElement) =>
    form.elements.namedItem(thumb.dataset.field ?? '') as HTMLInputElement;
  const endOf = (thumb: HTMLInputElement) => (thumb === from ? thumb.min : thumb.max);
  if (!thumbs.includes(changed)) {
    for (const thumb of thumbs) thumb.value = fieldOf(thumb).value || endOf(thumb);
  } else {
    const meets = Number(from.value) > Number(to.value);
    if (meets) (changed === from ? to : from).value = changed.value;
    // The other limit stays as it was typed: its thumb stands at the next step only.
    for (const thumb of meets ? thumbs : [changed])
      fieldOf(thumb).value = thumb.value === endOf(thumb) ? '' : thumb.value;
  }
  const amounts = form.querySelectorAll<HTMLElement>('.facet-range [data-amount]');
  for (const [at, thumb] of thumbs.entries()) {
    const text = moneyText(Number(thumb.value));
    thumb.ariaValueText = text;
    const digits = amounts[at];
    if (!digits) continue;
    digits.dataset.amount = thumb.value;
    digits.textContent = text;
  }
}

/** An amount of the shop's own currency in the one that this page shows. */
function moneyText(amount: number): string {
  const { currency } = pageShop();
  const picker = document.querySelector<HTMLSelectElement>('[data-currency-picker]');
  const minor = shownMinor(amount, findShopCurrency(currency).currency);
  return displayMoney(minor, currency, shownCurrency(currency, picker?.value ?? null));
}
