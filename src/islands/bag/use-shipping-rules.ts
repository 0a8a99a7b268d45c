import { useEffect, useState } from 'react';
import { askShippingRules } from '#lib/bag/ask-shipping-rules.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import type { WireShipping } from '#lib/contract/wire-shipping.ts';

/** The free rules for what is chosen of the bag; none while they are asked for, and where the call failed (SHIPR-06). */
export function useShippingRules(shown: ShownBag): readonly WireShipping[] {
  const [rules, setRules] = useState<readonly WireShipping[]>([]);
  // How many of a thing makes no difference to the rules, only whether it is there.
  const chosen = shown.lines
    .filter(({ isSelected }) => isSelected)
    .map(({ line }) => line.sku_id)
    .join();
  useEffect(() => {
    if (chosen === '') return setRules([]);
    let isOver = false;
    askShippingRules().then((kept) => !isOver && setRules(kept));
    return () => {
      isOver = true;
    };
  }, [chosen]);
  return rules;
}
