/**
 * Decides which parts of a draft can be sold, so that an import never sells anything for free by mistake (R201). Pure. An
 * unpublished product is published only if the file requests it and nothing in the product is missing or rejected. An incomplete
 * new variant of a stored product is left out, because it would be for sale immediately.
 */
import type { StoredProduct } from '../plan-product.ts';
import { columnHeaderFor, type Field } from './columns.ts';
import type { ProductDraft, VariantDraft } from './draft.ts';
import type { Problem } from './problems.ts';

export interface StorableProduct {
  /** The draft without its rejected parts, with `isPublished` set. */
  draft: ProductDraft;
  /** Problems with missing values, in addition to those reported while the draft was built. */
  problems: Problem[];
  /** Whether a problem, and not the file itself, keeps the product unpublished. */
  isHeldBack: boolean;
}

/**
 * Returns the part of the draft that can be stored.
 * @param stored the stored product, null for a new one
 * @param mediaOf image ids by source; a source without an entry was rejected
 * @param holderOf for a variant draft whose SKU is already in use, the handle of the product that uses it (sku-conflicts.ts)
 */
export function toStorableProduct(
  draft: ProductDraft,
  stored: StoredProduct | null,
  mediaOf: ReadonlyMap<string, string>,
  holderOf: ReadonlyMap<VariantDraft, string>,
): StorableProduct {
  const isNew = !stored || stored.row.deleted_at !== null;
  const isForSale = !isNew && stored.row.is_published === 1;
  const mayOpen = isNew || (!isForSale && draft.isPublished === true);
  const problems: Problem[] = [];
  const lacking = new Set<Field>();
  const existingVariants = new Map(stored?.variants.map((variant) => [variant.option_values, variant]));
  const note = (line: number, field: Field, message: string) => {
    problems.push({ line, column: draft.headers[field] ?? '', message });
  };
  const isRefused = (source: string | undefined) => Boolean(source) && !mediaOf.has(source!);
  const variants: VariantDraft[] = [];

  for (const variant of draft.variants) {
    const old = existingVariants.get(JSON.stringify(variant.optionValues));
    const missing: Field[] = [];
    // Treat a price of 0 as missing if the product is not for sale: it may come from an earlier import without prices.
    if (variant.price === undefined && (!old || (mayOpen && old.price === 0))) missing.push('price');
    if (isStockMissing(variant, old, stored, mayOpen, draft.headers.quantity !== undefined))
      missing.push('quantity');
    const isEmptied = old && variant.price === undefined && draft.headers.price !== undefined;
    const holder = holderOf.get(variant);
    if (stored && (!old || isEmptied)) {
      const before = problems.length;
      if (isEmptied) note(variant.line, 'price', 'The variant needs a price; it was not changed.');
      else {
        for (const field of missing)
          note(variant.line, field, `A new variant needs ${nounOf(field)}; it was not imported.`);
        if (isRefused(variant.picture))
          note(
            variant.line,
            'variantImage',
            'The new variant was not imported, because its image cannot be used.',
          );
        if (holder !== undefined)
          note(
            variant.line,
            'sku',
            `${duplicateSkuMessage(variant, holder)}; the new variant was not imported.`,
          );
      }
      if (problems.length > before) continue;
    }
    for (const field of missing) {
      if (draft.headers[field] === undefined) lacking.add(field);
      else note(variant.line, field, `The variant needs ${nounOf(field)}; the product stays unpublished.`);
    }
    if (holder === undefined) variants.push(variant);
    else {
      const sku = old?.sku ?? '';
      const end = isForSale
        ? `the variant keeps ${sku ? `"${sku}"` : 'no SKU'}`
        : 'the product stays unpublished';
      note(variant.line, 'sku', `${duplicateSkuMessage(variant, holder)}; ${end}.`);
      variants.push({ ...variant, sku });
    }
  }

  if (isNew && draft.isPublished === undefined) {
    const field = (['published', 'status'] as const).find((each) => draft.headers[each] !== undefined);
    if (field) note(draft.line, field, 'A new product stays unpublished until the file has a value here.');
    else lacking.add('published');
  }
  if (lacking.size > 0) {
    const columns = [...lacking].map((field) => `"${columnHeaderFor(field)}"`).join(', ');
    const message = `The product is not for sale yet, and the file has no column ${columns}: it stays unpublished.`;
    problems.push({ line: draft.line, column: '', message });
  }
  const hasRefusedPicture = [
    ...(draft.pictures ?? []).map(({ source }) => source),
    ...draft.variants.map(({ picture }) => picture),
  ].some(isRefused);
  const isFlawed = problems.length > 0 || draft.hasProblems || hasRefusedPicture;
  const isHeldBack = mayOpen && isFlawed && draft.isPublished !== false;
  return {
    draft: {
      ...draft,
      variants,
      options: draft.options?.map((option, at) => ({
        ...option,
        values: option.values.filter(({ value }) => variants.some((each) => each.optionValues[at] === value)),
      })),
      isIncomplete: draft.isIncomplete || variants.length < draft.variants.length,
      isPublished: isHeldBack || (isNew && draft.isPublished === undefined) ? false : draft.isPublished,
    },
    problems,
    isHeldBack,
  };
}

type StoredVariant = StoredProduct['variants'][number];

function isStockMissing(
  { stock, isTracked }: VariantDraft,
  old: StoredVariant | undefined,
  stored: StoredProduct | null,
  mayOpen: boolean,
  hasColumn: boolean,
): boolean {
  // An empty "Inventory tracker" means that stock is not counted.
  if (stock !== undefined || isTracked === false) return false;
  if (!old) return true;
  const isCounted = (variant: StoredVariant) => variant.is_tracked === 1 && variant.stock === 0;
  if (!mayOpen || !isCounted(old)) return false;
  // Like a price of 0, a stock of 0 may come from an earlier import without quantities, so it is treated as missing. If the file
  // has no quantity column, this applies only if the stock of every stored variant is tracked and 0.
  return hasColumn || stored!.variants.every(isCounted);
}

function nounOf(field: Field): string {
  return field === 'price' ? 'a price' : 'a stock quantity';
}

function duplicateSkuMessage({ sku }: VariantDraft, holder: string): string {
  return `The SKU "${sku}" is already used by the product "${holder}"`;
}
