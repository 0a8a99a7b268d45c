import { freeShipping } from '#lib/bag/free-shipping.ts';
import type { Words } from '#lib/bag/shop-words.ts';

interface Props {
  /** freeShippingThreshold. */
  setting: unknown;
  total: number;
  words: Words;
}

/** How far it is to free shipping; nothing where the shop has no threshold (R67). */
export function FreeShipping({ setting, total, words }: Props) {
  const bar = freeShipping(setting, total);
  if (!bar) return null;
  const label =
    bar.missing > 0
      ? words.text('freeShippingNeed', { amount: words.money(Math.round(bar.missing * 100) / 100) })
      : words.text('freeShippingDone');
  return (
    <div className="bag-shipping">
      <p className="small">{label}</p>
      <progress value={bar.percent} max="100" aria-label={label} />
    </div>
  );
}
