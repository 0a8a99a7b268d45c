/** The slider beside a filter's price fields. Only the fields are submitted; the slider mirrors them. */
import { getShopData } from '#client/page/page-shop.ts';
import { findDisplayCurrency, findShopCurrency } from '#lib/currency/config.ts';
import { formatDisplayPrice } from '#lib/currency/display.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';

/**
 * Synchronises price fields, slider and displayed amounts after a change. A slider thumb pushes the other one along; a thumb at the
 * end of the track leaves its field empty (no limit).
 * @param changed the slider thumb or field that changed
 */
export function syncPriceSlider(form: HTMLFormElement, changed: HTMLInputElement): void {
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
    // Leave the other field as typed: its thumb has only the step nearest to the typed value.
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

/** Converts an amount in the shop's currency to the page's display currency and formats it. */
function moneyText(amount: number): string {
  const { currency } = getShopData();
  const picker = document.querySelector<HTMLSelectElement>('[data-currency-picker]');
  const minor = roundToMinorUnits(amount, findShopCurrency(currency).currency);
  return formatDisplayPrice(minor, currency, findDisplayCurrency(currency, picker?.value ?? null));
}
