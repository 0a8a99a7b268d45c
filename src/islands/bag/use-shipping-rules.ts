import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import { $bag } from '#client/bag/store.ts';
import { checkoutGroups } from '#lib/bag/request.ts';
import { keptRules } from '#lib/bag/shipping-rules.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { codes } from '#lib/contract/codes.ts';
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

/** Free-shipping rules for the bag as it is (API-043); a call that fails leaves none (SHIPR-06). */
export async function askShippingRules(): Promise<WireShipping[]> {
  const answer = await api('POST /api/v1/shippings', { body: { checkouts: checkoutGroups($bag.get()) } });
  return answer.code === codes.ok ? keptRules(answer.data?.shippings ?? []) : [];
}
