import type { ReactNode } from 'react';
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
  const bar = freeShipping(setting, total ?? 0);
  if (!bar || (shown.hasFailed && !shown.isPlain)) return null;
  // Its place is kept until there is a total: on the bag's page everything else of the summary stands below it.
  if (total === null) return <Bar label={words.text('updating')} percent={0} isUpdating />;
  const pieces = shown.lines
    .filter(({ isSelected, line }) => isSelected && !isGift(line))
    .reduce((all, { line }) => all + line.quantity, 0);
  const missingPieces = piecesMissing(rules, pieces);
  // The shop may give it earlier than the bar promises, never later.
  const isFree = bar.missing === 0 || missingPieces === 0 || isFreeByAmount(rules, total);
  const label = isFree ? words.text('freeShippingDone') : needed(bar.missing, words);
  const isEarly = isFree && bar.missing > 0;
  return (
    <Bar label={label} percent={isEarly ? null : bar.percent} isUpdating={shown.isUpdating}>
      {!isFree && missingPieces !== null && (
        <p className="small quiet">{words.text('freeShippingPieces', { count: missingPieces })}</p>
      )}
    </Bar>
  );
}

/** @param percent null where the line alone says it */
function Bar(props: { label: string; percent: number | null; isUpdating: boolean; children?: ReactNode }) {
  const { label, percent, isUpdating, children } = props;
  return (
    <div className="bag-shipping" aria-busy={isUpdating}>
      <p className="small">{label}</p>
      {percent !== null && <progress value={percent} max="100" aria-label={label} />}
      {children}
    </div>
  );
}

function needed(missing: number, words: BagWords): string {
  return words.text('freeShippingNeed', { amount: words.money(Math.round(missing * 100) / 100) });
}
