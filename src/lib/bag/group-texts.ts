/** What a group's banner says: what its promotion has taken off, then what its next step asks for. Pure. */
import type { WireDiscount } from '../contract/wire-discount.ts';
import type { BagWords } from './bag-texts.ts';

/** The words of a promotion that has no further step are its title. */
const title = '{0}';

/** @returns `10% off applied · Buy 2 more to save 15%`; '' where the promotion says nothing */
export function groupWords(discount: WireDiscount, words: BagWords): string {
  const hint = words.hint(discount);
  const taken = discount.status === 1 ? applied(discount, words) : '';
  if (taken === '' || hint === '') return hint;
  return discount.desc === title ? `${hint} · ${taken}` : `${taken} · ${hint}`;
}

/** A share of what the lines cost where it is a whole one, else the amount; '' while nothing is taken off. */
function applied({ amounts }: WireDiscount, words: BagWords): string {
  const { origin_amount: origin, discount_amount: off } = amounts;
  if (off <= 0) return '';
  const percent = Math.round((off / origin) * 1000) / 10;
  return Number.isInteger(percent)
    ? words.text('appliedPercent', { percent })
    : words.text('applied', { amount: words.money(off) });
}
