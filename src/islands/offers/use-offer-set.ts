import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#client/api/api.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import {
  buildSetLines,
  buildSetRows,
  fetchSetPrice,
  fetchSetProducts,
  type NoPriceReason,
  type SetCost,
  type SetProps,
  toSetProduct,
} from './set-data.ts';

/**
 * Returns the current selection of a product set and its price. The form fields are the state; React only has a copy of the values
 * that were last read from them. Fetches products and price on mount, and the price again after every change.
 */
export function useOfferSet(form: RefObject<HTMLFormElement | null>, set: SetProps) {
  const [now, setNow] = useState({ products: set.products, fields: null as FormData | null });
  const [answer, setAnswer] = useState<{ cost: SetCost; isChosen: boolean }>({
    ...{ cost: set.cost, isChosen: false },
  });
  const reading = useRef<Promise<WireProduct[] | NoPriceReason>>(null);
  const requestNo = useRef(0);

  const read = useCallback(async () => {
    const ids = set.products.map(({ id }) => id);
    reading.current ??= fetchSetProducts(api, set, ids);
    const found = await reading.current;
    if (found === 'unasked') reading.current = null;
    return found;
  }, [set]);

  const refresh = useCallback(
    async (isChosen: boolean) => {
      requestNo.current += 1;
      const turn = requestNo.current;
      const fields = () => new FormData(form.current!);
      setNow(({ products }) => ({ products, fields: fields() }));
      const found = await read();
      if (turn !== requestNo.current || !form.current) return;
      let cost: SetCost;
      if (typeof found === 'string') cost = found;
      else {
        const products = found.map(toSetProduct);
        // Read the fields only after this render, which removes sold-out variants from the selects.
        flushSync(() => setNow((before) => ({ ...before, products })));
        setNow({ products, fields: fields() });
        cost = await fetchSetPrice(api, set, buildSetRows(set, products, fields()), found);
      }
      // Ignore the price if the shopper has changed the selection in the meantime.
      if (turn === requestNo.current) setAnswer({ cost, isChosen });
    },
    [form, set, read],
  );

  useLayoutEffect(() => {
    let followed = follow(form.current!, set.start);
    const onVariant = () => {
      followed = follow(form.current!, followed);
      void refresh(false);
    };
    addEventListener('hydrate:variant', onVariant);
    return () => removeEventListener('hydrate:variant', onVariant);
  }, [form, set, refresh]);
  useEffect(() => void refresh(false), [refresh]);

  const rows = buildSetRows(set, now.products, now.fields);
  /** Returns the selection as bag lines; an empty list if the products could not be fetched. */
  const lines = async (): Promise<NewLine[]> => {
    const found = await read();
    if (typeof found === 'string') return [];
    // A click queued before hydration runs before the fields show the current products, so build the rows from the fetched products.
    return buildSetLines(set, buildSetRows(set, found.map(toSetProduct), new FormData(form.current!)), found);
  };
  return { rows, isHydrated: now.fields !== null, answer, ask: refresh, lines };
}

/** Selects the product form's variant in all rows in which variant `from` is selected. @returns its id, or `from` if no row changed */
function follow(form: HTMLFormElement, from: number): number {
  const chosen = Number(document.getElementById('buy')?.dataset.variant);
  const fields = [...form.elements].filter((field) => field instanceof HTMLSelectElement);
  const following = fields.filter(
    ({ value, options }) =>
      value === String(from) && [...options].some((option) => option.value === String(chosen)),
  );
  for (const field of following) field.value = String(chosen);
  return following.length > 0 ? chosen : from;
}
