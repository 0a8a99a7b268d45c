import type { BagWords } from '#lib/bag/bag-texts.ts';
import type { Charged } from '#lib/money/charged.ts';

interface Props {
  /** Null where it costs what it always did. */
  charge: Charged;
  words: BagWords;
}

/** What something costs, beside what it would cost without reductions: said as that, not only struck. */
export function Amount({ charge: { amount, before }, words }: Props) {
  if (before === null) {
    return (
      <p className="bag-line-amount">
        <span>{words.money(amount)}</span>
      </p>
    );
  }
  return (
    <p className="bag-line-amount">
      <span className="visually-hidden">{words.text('priceBefore')} </span>
      <s className="price-was">{words.money(before)}</s>
      <span className="visually-hidden"> {words.text('priceNow')} </span>
      <span className="bag-line-pay">{words.money(amount)}</span>
    </p>
  );
}
