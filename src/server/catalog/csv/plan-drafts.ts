/** Plans the products of a batch together, because one product's SKUs decide which SKUs another may have. Pure. */
import { type ProductPlan, planProduct, type StoredProduct } from '../plan-product.ts';
import { admitProduct } from './admit-product.ts';
import type { ProductDraft, VariantDraft } from './draft.ts';
import type { Problem } from './problems.ts';
import { type DraftWithStored, findSkuConflicts } from './sku-conflicts.ts';

export interface PlannedDraft {
  /** Without what was refused. */
  draft: ProductDraft;
  stored: StoredProduct | null;
  /** Null where the product is refused: what is stored stays as it is. */
  plan: ProductPlan | null;
  problems: Problem[];
  /** Whether the product stays unpublished because of a problem, though the file does not say that it should. */
  isHeldBack: boolean;
}

/**
 * Decides what of each draft is stored. A refused SKU leaves a variant out or has it keep the SKU it had, which another draft
 * may have been given: so the batch is planned again until no SKU would be used twice.
 * @param holders by SKU, handles of the products outside these drafts whose live variants have it
 * @param mediaOf id of each picture source that could be read; others were refused
 */
export function planDrafts(
  drafts: readonly DraftWithStored[],
  holders: ReadonlyMap<string, readonly string[]>,
  mediaOf: ReadonlyMap<string, string>,
): { planned: PlannedDraft[]; warnings: Problem[] } {
  const taken = new Map<VariantDraft, string>();
  for (;;) {
    const planned = drafts.map((each) => planDraft(each, mediaOf, taken));
    const conflicts = findSkuConflicts(planned, holders);
    if (conflicts.taken.size === 0) return { planned, warnings: conflicts.warnings };
    for (const [variant, holder] of conflicts.taken) taken.set(variant, holder);
  }
}

function planDraft(
  { draft: written, stored }: DraftWithStored,
  mediaOf: ReadonlyMap<string, string>,
  taken: ReadonlyMap<VariantDraft, string>,
): PlannedDraft {
  const { draft, problems, isHeldBack } = admitProduct(written, stored, mediaOf, taken);
  // A product that was renamed since the file was written keeps its new handle.
  const isRenamed = stored !== null && stored.row.handle === draft.foldedHandle;
  const handle = stored && !isRenamed ? stored.row.handle : draft.handle;
  try {
    const plan = planProduct({ ...draft, handle }, stored, mediaOf);
    return { draft, stored, plan, problems, isHeldBack };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refusal = { line: draft.line, column: '', message: error.message };
    return { draft, stored, plan: null, problems: [...problems, refusal], isHeldBack };
  }
}
