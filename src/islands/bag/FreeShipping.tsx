import type { BagWords } from '#lib/bag/bag-words.ts';
import { freeShipping } from '#lib/bag/free-shipping.ts';
import { isGift } from '#lib/bag/line.ts';
import { isFreeByAmount, piecesMissing } from '#lib/bag/shipping-rules.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { useLast } from './use-last.ts';
import { useShippingRules } from './use-shipping-rules.ts';

interface Props {
  /** freeShippingThreshold. */
  setting: unknown;
  shown: ShownBag;
  words: BagWords;
}

/** How far it is to free shipping; nothing where the shop has no threshold (R67). */
export function FreeShipping({ setting, shown, words }: Props) {
  const rules = useShippingRules(shown);
  const total = useLast(shown.total);
  const bar = total === null ? null : freeShipping(setting, total);
  if (!bar || total === null || (shown.hasFailed && !shown.isPlain)) return null;
  const pieces = shown.lines
    .filter(({ isSelected, line }) => isSelected && !isGift(line))
    .reduce((all, { line }) => all + line.quantity, 0);
  const missingPieces = piecesMissing(rules, pieces);
  // The shop may give it earlier than the bar promises, never later.
  const isFree = bar.missing === 0 || missingPieces === 0 || isFreeByAmount(rules, total);
  const label = isFree ? words.text('freeShippingDone') : needed(bar.missing, words);
  const isEarly = isFree && bar.missing > 0;
  return (
    <div className="bag-shipping" aria-busy={shown.isUpdating}>
      <p className="small">{label}</p>
      {!isEarly && <progress value={bar.percent} max="100" aria-label={label} />}
      {!isFree && missingPieces !== null && (
        <p className="small quiet">{words.text('freeShippingPieces', { count: missingPieces })}</p>
      )}
    </div>
  );
}

function needed(missing: number, words: BagWords): string {
  return words.text('freeShippingNeed', { amount: words.money(Math.round(missing * 100) / 100) });
}
