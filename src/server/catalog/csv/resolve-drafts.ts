/** Plans the writes of a batch of products together, because the SKUs of one product decide which SKUs another may have. Pure. */
import { type ProductWritePlan, planProductWrite, type StoredProduct } from '../plan-product.ts';
import type { ProductDraft, VariantDraft } from './draft.ts';
import type { Problem } from './problems.ts';
import { type DraftWithStoredProduct, findSkuConflicts } from './sku-conflicts.ts';
import { toStorableProduct } from './storable-product.ts';

export interface DraftDecision {
  /** The draft without its rejected parts. */
  draft: ProductDraft;
  stored: StoredProduct | null;
  /** Write plan; null if the product is rejected and stays as stored. */
  plan: ProductWritePlan | null;
  problems: Problem[];
  /** Whether a problem, and not the file itself, keeps the product unpublished. */
  isHeldBack: boolean;
}

/**
 * Decides which parts of each draft to store. A variant with a rejected SKU is dropped or keeps its old SKU. Another draft may have
 * received that old SKU, so the batch is planned again until no SKU is used twice.
 * @param holders for each SKU, the handles of products outside these drafts with a variant that uses the SKU
 * @param mediaOf image ids by source; a source without an entry was rejected
 */
export function resolveDrafts(
  drafts: readonly DraftWithStoredProduct[],
  holders: ReadonlyMap<string, readonly string[]>,
  mediaOf: ReadonlyMap<string, string>,
): { planned: DraftDecision[]; warnings: Problem[] } {
  const holderOf = new Map<VariantDraft, string>();
  for (;;) {
    const planned = drafts.map((each) => planDraft(each, mediaOf, holderOf));
    const conflicts = findSkuConflicts(planned, holders);
    if (conflicts.holderOf.size === 0) return { planned, warnings: conflicts.warnings };
    for (const [variant, holder] of conflicts.holderOf) holderOf.set(variant, holder);
  }
}

function planDraft(
  { draft: written, stored }: DraftWithStoredProduct,
  mediaOf: ReadonlyMap<string, string>,
  holderOf: ReadonlyMap<VariantDraft, string>,
): DraftDecision {
  const { draft, problems, isHeldBack } = toStorableProduct(written, stored, mediaOf, holderOf);
  // A product that was renamed after the file was written keeps its new handle.
  const isRenamed = stored !== null && stored.row.handle === draft.foldedHandle;
  const handle = stored && !isRenamed ? stored.row.handle : draft.handle;
  try {
    const plan = planProductWrite({ ...draft, handle }, stored, mediaOf);
    return { draft, stored, plan, problems, isHeldBack };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refusal = { line: draft.line, column: '', message: error.message };
    return { draft, stored, plan: null, problems: [...problems, refusal], isHeldBack };
  }
}
