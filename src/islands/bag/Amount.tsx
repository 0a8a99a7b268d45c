import type { BagWords } from '#lib/bag/bag-words.ts';

interface Props {
  /** Null where it costs what it always did. */
  was: number | null;
  now: number;
  words: BagWords;
}

/** What something costs, beside what it would cost without reductions: said as that, not only struck. */
export function Amount({ was, now, words }: Props) {
  if (was === null) {
    return (
      <p className="bag-line-amount">
        <span>{words.money(now)}</span>
      </p>
    );
  }
  return (
    <p className="bag-line-amount">
      <span className="visually-hidden">{words.text('priceBefore')} </span>
      <s className="price-was">{words.money(was)}</s>
      <span className="visually-hidden"> {words.text('priceNow')} </span>
      <span className="bag-line-pay">{words.money(now)}</span>
    </p>
  );
}
