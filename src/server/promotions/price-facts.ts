/** The data that prices depend on. Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import type { BagLine } from './priced-bag.ts';
import type { ProductCollections, Promotion } from './promotion.ts';
import { checkTailor } from './tailor.ts';

export interface Catalogue {
  /** Of the bag's lines and of all gifts. */
  variants: ReadonlyMap<number, VariantRecord>;
  /** Of the lines' products. */
  collections: ProductCollections;
  /** Paths of the images in the lines' customisations that shoppers really uploaded. */
  uploaded: ReadonlySet<string>;
  /** ISO 4217 code of all amounts. */
  currency: string;
}

/** The complete data that prices depend on, at one instant. */
export interface PriceFacts extends Catalogue {
  promotions: readonly Promotion[];
  /** ms UTC. */
  now: number;
}

/** Checks the line's customisation, and its options if it has any, against the current product. */
export function fitOf(
  line: Pick<BagLine, 'tailor' | 'optionValues'>,
  variant: VariantRecord,
  { uploaded }: Pick<Catalogue, 'uploaded'>,
) {
  const tailor = checkTailor(variant.customOptions, line.tailor, uploaded);
  const optionsFit =
    !line.optionValues?.length ||
    (line.optionValues.length === variant.optionValues.length &&
      line.optionValues.every((value, index) => value === variant.optionValues[index]));
  return optionsFit ? tailor : { status: 0 as const, price: 0 };
}
