/** The data that prices depend on. Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import { checkCustomisation } from './customisation.ts';
import type { BagLine } from './priced-bag.ts';
import type { ProductCollections, Promotion } from './promotion.ts';

export interface PricingCatalogue {
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
export interface PricingData extends PricingCatalogue {
  promotions: readonly Promotion[];
  /** ms UTC. */
  now: number;
}

/** Checks the line's customisation, and its options if it has any, against the current product. */
export function checkLineOptions(
  line: Pick<BagLine, 'tailor' | 'optionValues'>,
  variant: VariantRecord,
  { uploaded }: Pick<PricingCatalogue, 'uploaded'>,
) {
  const tailor = checkCustomisation(variant.customOptions, line.tailor, uploaded);
  const optionsFit =
    !line.optionValues?.length ||
    (line.optionValues.length === variant.optionValues.length &&
      line.optionValues.every((value, index) => value === variant.optionValues[index]));
  return optionsFit ? tailor : { status: 0 as const, price: 0 };
}
