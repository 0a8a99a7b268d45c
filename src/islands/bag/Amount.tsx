import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { DiscountedAmount } from '#lib/money/discounted-amount.ts';

interface Props {
  /** The price; `before` is null if it is not discounted. */
  charge: DiscountedAmount;
  texts: BagTexts;
}

/** Renders an amount and, if it is discounted, the amount before the discount with a label for screen readers. */
export function Amount({ charge: { amount, before }, texts }: Props) {
  if (before === null) {
    return (
      <p className="bag-line-amount">
        <span>{texts.money(amount)}</span>
      </p>
    );
  }
  return (
    <p className="bag-line-amount">
      <span className="visually-hidden">{texts.text('priceBefore')} </span>
      <s className="price-was">{texts.money(before)}</s>
      <span className="visually-hidden"> {texts.text('priceNow')} </span>
      <span className="bag-line-pay">{texts.money(amount)}</span>
    </p>
  );
}
