/** Finds variants in a product CSV whose SKU is already used by another variant. Pure. */
import type { ProductWritePlan, StoredProduct } from '../plan-product.ts';
import type { ProductDraft, VariantDraft } from './draft.ts';
import type { Problem } from './problems.ts';

/** A draft, and the product stored under the draft's handle. */
export interface DraftWithStoredProduct {
  draft: ProductDraft;
  stored: StoredProduct | null;
}

/** A draft without its rejected variants, and the write plan for it. */
interface DraftWithPlan extends DraftWithStoredProduct {
  /** Write plan; null if the product is rejected and stays as stored. */
  plan: ProductWritePlan | null;
}

export interface SkuConflicts {
  /** For each new variant or changed SKU that causes a conflict: the handle of the product that already uses the SKU. */
  holderOf: Map<VariantDraft, string>;
  /** Warnings about SKUs that several stored variants share; the import leaves those SKUs unchanged. */
  warnings: Problem[];
}

/**
 * Finds SKUs that would be used twice if these plans were stored. Unchanged SKUs take precedence, and variants in one file may swap
 * SKUs.
 * @param holders for each SKU, the handles of products outside these drafts with a variant that uses the SKU
 */
export function findSkuConflicts(
  drafts: readonly DraftWithPlan[],
  holders: ReadonlyMap<string, readonly string[]>,
): SkuConflicts {
  const handlesOf = new Map([...holders].map(([sku, handles]) => [sku, [...handles]]));
  const hold = (sku: string, handle: string) => {
    if (sku !== '') handlesOf.set(sku, [...(handlesOf.get(sku) ?? []), handle]);
  };
  const unchanged: { variant: VariantDraft; sku: string; draft: ProductDraft }[] = [];
  const changed: { variant: VariantDraft; sku: string; handle: string }[] = [];
  for (const { draft, stored, plan } of drafts) {
    const before = new Map(stored?.variants.map(({ id, sku }) => [id, sku]));
    for (const [at, { id, sku }] of (plan?.variants ?? stored?.variants ?? []).entries()) {
      // In a plan, stored variants that are missing in the file follow the variants of the draft, so they have no variant draft.
      const variant = plan ? draft.variants[at] : undefined;
      if (id !== undefined && before.get(id) === sku) {
        hold(sku, draft.handle);
        if (variant) unchanged.push({ variant, sku, draft });
      } else if (variant && sku !== '') changed.push({ variant, sku, handle: draft.handle });
    }
  }
  const warnings = unchanged.flatMap(({ variant, sku, draft }) => {
    const others = (handlesOf.get(sku) ?? []).toSpliced((handlesOf.get(sku) ?? []).indexOf(draft.handle), 1);
    if (variant.sku === undefined || others.length === 0) return [];
    const named = [...new Set(others)].map((handle) => `"${handle}"`).join(', ');
    const message = `The SKU "${sku}" is also used by ${named}; give each variant its own SKU.`;
    return [{ line: variant.line, column: draft.headers.sku ?? '', message }];
  });
  const holderOf = new Map<VariantDraft, string>();
  for (const { variant, sku, handle } of changed) {
    const [holder] = handlesOf.get(sku) ?? [];
    if (holder === undefined) hold(sku, handle);
    else holderOf.set(variant, holder);
  }
  return { holderOf, warnings };
}
