/** The data from which bags are priced. Pure. */
import type { VariantRecord } from '../catalog/records.ts';
import { checkCustomisation } from './customisation.ts';
import type { BagLine } from './priced-bag.ts';
import type { ProductCollections, Promotion } from './promotion.ts';

export interface PricingCatalogue {
  /** Variants of the bag's lines and of all gifts, by id. */
  variants: ReadonlyMap<number, VariantRecord>;
  /** Collections of the lines' products. */
  collections: ProductCollections;
  /** Image paths in the lines' customisations, limited to images that a shopper has uploaded. */
  uploaded: ReadonlySet<string>;
  /** ISO 4217 code of all amounts. */
  currency: string;
}

/** All data needed to price a bag at a given time. */
export interface PricingData extends PricingCatalogue {
  promotions: readonly Promotion[];
  /** Time at which the bag is priced, ms UTC. */
  now: number;
}

/** Checks a line's customisation and its option values, if it has any, against the current product. */
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
