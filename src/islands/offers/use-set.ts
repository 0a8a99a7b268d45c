import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#client/api/api.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import {
  linesOf,
  type Missing,
  priceSet,
  readProducts,
  rowsOf,
  type SetCost,
  type SetProps,
  shortOf,
} from './set-data.ts';

/**
 * What the form's fields say is chosen of a set, and what that costs. The fields are the state; what is kept here is what they
 * were last read as. Products and price of now are asked for at once, and the price with every change.
 */
export function useSet(form: RefObject<HTMLFormElement | null>, set: SetProps) {
  const [now, setNow] = useState({ products: set.products, fields: null as FormData | null });
  const [answer, setAnswer] = useState<{ cost: SetCost; isChosen: boolean }>({
    ...{ cost: set.cost, isChosen: false },
  });
  const reading = useRef<Promise<WireProduct[] | Missing>>(null);
  const requestNo = useRef(0);

  const read = useCallback(async () => {
    const ids = set.products.map(({ id }) => id);
    reading.current ??= readProducts(api, set, ids);
    const found = await reading.current;
    if (found === 'unasked') reading.current = null;
    return found;
  }, [set]);

  const ask = useCallback(
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
        const products = found.map(shortOf);
        // What is no longer for sale can no longer be chosen: the fields are read when that is so.
        flushSync(() => setNow((before) => ({ ...before, products })));
        setNow({ products, fields: fields() });
        cost = await priceSet(api, set, rowsOf(set, products, fields()), found);
      }
      // A later choice may be under way.
      if (turn === requestNo.current) setAnswer({ cost, isChosen });
    },
    [form, set, read],
  );

  useLayoutEffect(() => {
    let followed = follow(form.current!, set.start);
    const onVariant = () => {
      followed = follow(form.current!, followed);
      void ask(false);
    };
    addEventListener('wake:variant', onVariant);
    return () => removeEventListener('wake:variant', onVariant);
  }, [form, set, ask]);
  useEffect(() => void ask(false), [ask]);

  const rows = rowsOf(set, now.products, now.fields);
  /** What is chosen, for the bag; none when that is not known. */
  const lines = async (): Promise<NewLine[]> => {
    const found = await read();
    if (typeof found === 'string') return [];
    // A click that waited for the island comes before the fields are rendered as they are.
    return linesOf(set, rowsOf(set, found.map(shortOf), new FormData(form.current!)), found);
  };
  return { rows, isAwake: now.fields !== null, answer, ask, lines };
}

/** Rows that have the variant `from` take the one that is chosen in the page's form. @returns which they follow now */
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
