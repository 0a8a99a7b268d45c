import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { followVariant } from '#client/product/follow-variant.ts';
import { shownVariant } from '#lib/pages/shown-variant.ts';
import { chosenRow, chosenValues } from './choice.ts';
import { customPrice, showCustomOptions } from './custom-options.ts';
import { withLiveVariants } from './live-variants.ts';
import type { ProductData } from './product-data.ts';

/**
 * What the form's controls say is chosen. They are the state, so that the first is whatever was chosen before this woke up;
 * what is kept here is what they were last read as.
 * @param told the product as the page says it; prices and stock of now are asked for
 * @param start variant the page is made for
 */
export function useChoice(form: RefObject<HTMLFormElement | null>, told: ProductData, start: number) {
  const [product, setProduct] = useState(told);
  const [chosen, setChosen] = useState(() => ({
    ...{ choice: shownVariant(told, String(start)).choice, skuId: start, extra: 0 },
  }));

  useLayoutEffect(() => {
    const element = form.current!;
    const read = () => {
      const skuId = told.variants.sku_id[chosenRow(element, told)];
      const choice = chosenValues(element, told);
      showCustomOptions(element, told);
      const extra = customPrice(element, told);
      // A choice that no variant has leaves the last one on show.
      setChosen((before) => ({ choice, extra, skuId: skuId ?? before.skuId }));
    };
    read();
    // Not React's own: fields that are no part of it change as well.
    element.addEventListener('change', read);
    return () => element.removeEventListener('change', read);
  }, [form, told]);

  useEffect(() => {
    let isThere = true;
    void withLiveVariants(told).then((now) => isThere && setProduct(now));
    return () => {
      isThere = false;
    };
  }, [told]);

  const followed = useRef(start);
  const { skuId } = chosen;
  useLayoutEffect(() => {
    if (followed.current !== skuId) followVariant(told, skuId);
    followed.current = skuId;
  }, [told, skuId]);

  return { product, ...chosen };
}
