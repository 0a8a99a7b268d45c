import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { withWords } from '#client/product/with-words.ts';
import type { NewLine } from '#lib/bag/line.ts';
import { usePart } from '../bag/use-part.ts';
import type { KeepDesign } from './Composite.tsx';
import { chosenCustomisation } from './choice.ts';
import { customisedLine } from './chosen-line.ts';
import type { ProductData } from './product-data.ts';

const load = () => withWords(() => import('./Customisation.tsx'));

interface Customised {
  /** What stands below the fields; nothing until it has come. */
  part: ReactNode;
  /** The line as it is customised; null for a product that cannot be. @throws Error with words for the shopper */
  customise: ((line: NewLine) => Promise<NewLine>) | null;
}

/** Uploads and the design of a customised product (R57), fetched only for one. @param skuId of the chosen variant */
export function useCustomisation(
  form: RefObject<HTMLFormElement | null>,
  product: ProductData,
  skuId: number,
): Customised {
  const isCustomised = product.custom_options.length > 0;
  const { module, isLost } = usePart(load, isCustomised ? 'custom' : '');
  const [design] = useState(() => {
    let ready: (keep: KeepDesign | null) => void = () => {};
    const keep = new Promise<KeepDesign | null>((resolve) => {
      ready = resolve;
    });
    return { keep, ready };
  });
  // Without its picture the customisation is as valid.
  useEffect(() => {
    if (isLost) design.ready(null);
  }, [isLost, design]);
  return {
    part: module && <module.Customisation {...{ form, product, skuId }} onReady={design.ready} />,
    customise: isCustomised
      ? async (line) => {
          const options = await chosenCustomisation(form.current!, product);
          return customisedLine(line, options, (await (await design.keep)?.()) ?? '');
        }
      : null,
  };
}
