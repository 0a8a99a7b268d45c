import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { $companions } from '#client/bag/companions.ts';
import { $bag } from '#client/bag/store.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { type Companion, companionReachingFreeShipping, pickCompanions } from '#lib/bag/companions.ts';
import {
  getFreeShippingProgress,
  isFreeByAmount,
  relevantShippingRules,
  unitsUntilFreeShipping,
} from '#lib/bag/free-shipping.ts';
import { isGift } from '#lib/bag/line.ts';
import * as codes from '#lib/contract/codes.ts';
import type { WireShippingRule } from '#lib/contract/wire-shipping.ts';
import { useLast } from './use-bag.ts';

interface Props {
  /** Value of the setting `freeShippingThreshold`. */
  setting: unknown;
  shown: BagViewModel;
  texts: BagTexts;
}

/** Renders the amount missing until free shipping, or nothing if the shop has no threshold (R67). */
export function FreeShipping({ setting, shown, texts }: Props) {
  const rules = useShippingRules(shown);
  const companions = useStore($companions, { ssr: () => [] });
  const total = useLast(shown.total);
  const bar = getFreeShippingProgress(setting, total ?? 0);
  if (!bar || (shown.hasFailed && !shown.isPlain)) return null;
  // Reserve the bar's space until the total is available, because on the bag page the rest of the summary is below the bar.
  if (total === null) return <Bar label={texts.text('updating')} percent={0} isUpdating />;
  const units = shown.lines
    .filter(({ isSelected, line }) => isSelected && !isGift(line))
    .reduce((all, { line }) => all + line.quantity, 0);
  const missingUnits = unitsUntilFreeShipping(rules, units);
  // The shop's shipping rules may grant free shipping earlier than the bar shows, but never later.
  const isFree = bar.missing === 0 || missingUnits === 0 || isFreeByAmount(rules, total);
  const inBag = shown.lines.map(({ line }) => line.id);
  const passing = companionReachingFreeShipping(pickCompanions(companions, inBag, bar.missing), bar.missing);
  const label = isFree ? texts.text('freeShippingDone') : needed(bar.missing, passing, texts);
  const isEarly = isFree && bar.missing > 0;
  return (
    <Bar label={label} percent={isEarly ? null : bar.percent} isUpdating={shown.isUpdating} isDone={isFree}>
      {!isFree && missingUnits !== null && (
        <p className="small quiet">{texts.text('freeShippingPieces', { count: missingUnits })}</p>
      )}
    </Bar>
  );
}

interface BarProps {
  label: string;
  /** Progress in percent; null renders no progress bar. */
  percent: number | null;
  isUpdating: boolean;
  isDone?: boolean;
  children?: ReactNode;
}

function Bar(props: BarProps) {
  const { label, percent, isUpdating, isDone = false, children } = props;
  return (
    <div className={isDone ? 'bag-shipping bag-step-on' : 'bag-shipping'} aria-busy={isUpdating}>
      <p className="small">
        {isDone && (
          <span className="bag-step-mark" aria-hidden="true">
            ✓
          </span>
        )}
        <span>{label}</span>
      </p>
      {percent !== null && <progress value={percent} max="100" aria-label={label} />}
      {children}
    </div>
  );
}

function needed(missing: number, passing: Companion | null, texts: BagTexts): string {
  const line = texts.text('freeShippingNeed', { amount: texts.money(Math.round(missing * 100) / 100) });
  return passing ? texts.text('freeShippingWith', { needed: line, title: passing.title }) : line;
}

/** Returns the free-shipping rules for the selected lines; an empty list while the request is pending or if it failed (SHIPR-06). */
export function useShippingRules(shown: BagViewModel): readonly WireShippingRule[] {
  const [rules, setRules] = useState<readonly WireShippingRule[]>([]);
  // The rules depend on which variants are selected, but not on their quantities.
  const chosen = shown.lines
    .filter(({ isSelected }) => isSelected)
    .map(({ line }) => line.sku_id)
    .join();
  useEffect(() => {
    if (chosen === '') return setRules([]);
    let isOver = false;
    fetchShippingRules().then((fetchedRules) => !isOver && setRules(fetchedRules));
    return () => {
      isOver = true;
    };
  }, [chosen]);
  return rules;
}

/** Fetches the free-shipping rules for the current bag (API-043). Returns an empty list if the request fails (SHIPR-06). */
export async function fetchShippingRules(): Promise<WireShippingRule[]> {
  const answer = await api('POST /api/v1/shippings', { body: { checkouts: toCheckoutGroups($bag.get()) } });
  return answer.code === codes.ok ? relevantShippingRules(answer.data?.shippings ?? []) : [];
}
