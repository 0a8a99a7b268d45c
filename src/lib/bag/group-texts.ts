/** Builds the text of a promotion's banner in the bag: the applied discount, then the condition of the next tier. Pure. */
import type { WireDiscount } from '../contract/wire-discount.ts';
import type { BagTexts } from './bag-texts.ts';

/** Message template of a promotion without a next tier: it contains only the promotion's title. */
const title = '{0}';

/** Returns the text of a promotion's banner: `10% off applied · Buy 2 more to save 15%`; '' if the promotion has no message. */
export function promotionBannerText(discount: WireDiscount, texts: BagTexts): string {
  const hint = texts.hint(discount);
  const appliedText = discount.status === 1 ? applied(discount, texts) : '';
  if (appliedText === '' || hint === '') return hint;
  return discount.desc === title ? `${hint} · ${appliedText}` : `${appliedText} · ${hint}`;
}

/** Returns the discount as a percentage if that is a whole number, otherwise as an amount; '' if there is no discount. */
function applied({ amounts }: WireDiscount, texts: BagTexts): string {
  const { origin_amount: origin, discount_amount: off } = amounts;
  if (off <= 0) return '';
  const percent = Math.round((off / origin) * 1000) / 10;
  return Number.isInteger(percent)
    ? texts.text('appliedPercent', { percent })
    : texts.text('applied', { amount: texts.money(off) });
}
