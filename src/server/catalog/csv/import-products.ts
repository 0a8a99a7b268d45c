/**
 * Imports a product CSV: streams the file, writes products in batches, collects problems, and purges lists from the cache once at
 * the end.
 */
import { dirname } from 'node:path';
import { purge } from '../../cache/purges-store.ts';
import { tags } from '../../cache/tags.ts';
import {
  readFormerIds,
  readHandleMigrationTime,
  recordFormerHandle,
} from '../../core/former-handles-store.ts';
import type { Services } from '../../core/services.ts';
import type { ReportProgress } from '../../core/track-progress.ts';
import type { Transaction } from '../../db/database.ts';
import { ImageError } from '../../media/image-error.ts';
import { createImageLoader } from '../../media/image-loader.ts';
import { refreshCatalogueStatistics } from '../catalogue-statistics.ts';
import { recountCollections } from '../collections-store.ts';
import { readShopCurrency } from '../currency-store.ts';
import type { StoredProduct } from '../plan-product.ts';
import {
  type ProductWrite,
  readHandlesBySku,
  readStoredProducts,
  writeProducts,
} from '../products-write-store.ts';
import { buildProduct } from './build-product.ts';
import { type CollectionsByTag, readCollectionsByTag } from './collections-by-tag.ts';
import type { ImageDraft, ProductDraft } from './draft.ts';
import { getProductHandle, groupRows } from './group-rows.ts';
import type { Problem } from './problems.ts';
import { type Row, type RowOrProblem, readRows } from './read-rows.ts';
import { resolveDrafts } from './resolve-drafts.ts';

export interface ImportReport {
  /** Rows read, without the header. */
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Products whose folded handle (core/handles.ts) was replaced by the handle in the file. */
  renamed: { from: string; to: string }[];
  /** Problems sorted by line, up to `problemLimit`; `problemCount` counts all. */
  problems: Problem[];
  problemCount: number;
  /** Imported values that are probably mistakes, up to `problemLimit`. */
  warnings: Problem[];
  /** Handles of products that stay unpublished because of problems, up to `problemLimit`. */
  heldBack: string[];
  /** Columns that were ignored. */
  unusedColumns: string[];
}

export interface ImportOptions {
  /** Called with the number of rows done. If set, the file is read twice, to count the rows first. */
  onProgress?: ReportProgress;
  /** Decides from which IP addresses images may be downloaded; the public internet by default. */
  isAllowed?: (address: string) => boolean;
}

type Needs = Pick<Services, 'db' | 'storage' | 'now' | 'env'>;

/** Products per transaction: enough to be fast, few enough for other writes to run in between. */
const batchSize = 200;

/** Maximum number of reported problems, so that a completely invalid file does not fill the memory. */
const problemLimit = 1000;

/**
 * Imports the file at `path`. Products are matched by handle, so importing the same file again changes nothing. A product that an
 * earlier version stored under a folded handle is renamed; its old URL redirects. Invalid rows are skipped and reported.
 * @throws Error with a message for the merchant if the file is not a product file
 */
export async function importProducts(
  services: Needs,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const run = new ImportRun(services, path, options, await readShopCurrency(services.db.read));
  await run.start();
  for await (const part of groupRows(run.readRows())) {
    if ('problem' in part) run.note([part.problem]);
    else await run.add(part.rows);
  }
  return run.finish();
}

class ImportRun {
  readonly #services: Needs;
  readonly #options: ImportOptions;
  readonly #currency: string;
  readonly #load: ReturnType<typeof createImageLoader>;
  readonly #report: ImportReport = {
    rows: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    renamed: [],
    problems: [],
    problemCount: 0,
    warnings: [],
    heldBack: [],
    unusedColumns: [],
  };
  readonly #path: string;
  /** Total rows of the file; 0 if no progress is reported. */
  #total = 0;
  /** Rows of the batches written so far. */
  #doneRows = 0;
  /** Ids of products that were matched by a handle other than their current one. */
  #claimed = new Set<number>();
  #handlesOfFile: Set<string> | undefined;
  readonly #touchedCollections = new Set<number>();
  #collections!: CollectionsByTag;
  #batch: ProductDraft[] = [];

  constructor(services: Needs, path: string, options: ImportOptions, currency: string) {
    this.#services = services;
    this.#path = path;
    this.#options = options;
    this.#currency = currency;
    this.#load = createImageLoader(services, dirname(path), options.isAllowed);
  }

  async start(): Promise<void> {
    this.#collections = await readCollectionsByTag(this.#services.db.read);
    if (!this.#options.onProgress) return;
    for await (const part of readRows(this.#path)) if ('row' in part) this.#total += 1;
  }

  note(problems: readonly Problem[]): void {
    this.#report.problemCount += problems.length;
    this.#report.problems.push(...problems.slice(0, problemLimit - this.#report.problems.length));
  }

  async *readRows(): AsyncGenerator<RowOrProblem> {
    for await (const part of readRows(this.#path)) {
      if ('row' in part) {
        if (this.#report.rows === 0) this.#report.unusedColumns = part.row.columns.unused;
        this.#report.rows += 1;
      }
      yield part;
    }
  }

  /** @param rows all rows of one product */
  async add(rows: [Row, ...Row[]]): Promise<void> {
    const { draft, problems } = buildProduct(rows, this.#currency);
    this.note(problems);
    if (draft) this.#batch.push(draft);
    if (this.#batch.length >= batchSize) await this.#flush();
  }

  async finish(): Promise<ImportReport> {
    await this.#flush();
    const { db } = this.#services;
    const collections = this.#touchedCollections;
    const { created, changed } = this.#report;
    const now = this.#services.now();
    if (collections.size + created + changed > 0) {
      await db.transaction(async (trx) => {
        await recountCollections(trx, [...collections]);
        const names = [tags.catalog, ...[...collections].map(tags.collection)];
        for (let from = 0; from < names.length; from += 500)
          await purge(trx, names.slice(from, from + 500), now);
      });
    }
    if (created + changed > 1000) await refreshCatalogueStatistics(db);
    this.#report.problems.sort((a, b) => a.line - b.line);
    this.#report.warnings.sort((a, b) => a.line - b.line);
    return this.#report;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const mediaOf = await this.#loadPictures(batch.flatMap((draft) => draft.pictures ?? []));
    const { db, now } = this.#services;
    const at = now();
    const { planned, warnings, written, collections, renamed, claimed } = await db.transaction(
      async (trx) => {
        // Work on a copy, because a retried transaction must start from the stored collections.
        const collectionsCopy = this.#collections.copy();
        await collectionsCopy.ensure(trx, batch, at);
        const { stored, claimed } = await this.#storedProducts(trx, batch);
        const matches = batch.map((draft) => ({ draft, stored: stored.get(draft) ?? null }));
        const { planned, warnings } = resolveDrafts(matches, await readHandlesBySku(trx, matches), mediaOf);
        const writes: ProductWrite[] = [];
        const renamed: { from: string; to: string; id: number }[] = [];
        for (const { draft, stored: old, plan } of planned) {
          if (!plan) continue;
          const { product } = plan;
          if (old && old.row.handle !== product.handle)
            renamed.push({ from: old.row.handle, to: product.handle, id: old.row.id });
          writes.push({
            plan,
            stored: old,
            collectionIds: collectionsCopy.idsFor(product.tags, draft.collections),
          });
        }
        const result = await writeProducts(trx, writes, collectionsCopy.manualIds, at);
        for (const { from, id } of renamed) await recordFormerHandle(trx, 'products', { handle: from, id });
        await purge(trx, [...result.changed.map(tags.product), ...newProducts(result.created)], at);
        return { planned, warnings, written: result, collections: collectionsCopy, renamed, claimed };
      },
    );
    this.note(planned.flatMap(({ problems }) => problems));
    const heldBack = planned.flatMap(({ draft, isHeldBack }) => (isHeldBack ? draft.handle : []));
    const { warnings: warned, heldBack: allHeldBack } = this.#report;
    warned.push(...warnings.slice(0, problemLimit - warned.length));
    allHeldBack.push(...heldBack.slice(0, problemLimit - allHeldBack.length));
    this.#collections = collections;
    this.#claimed = claimed;
    this.#report.renamed.push(...renamed.map(({ from, to }) => ({ from, to })));
    this.#report.created += written.created.length;
    this.#report.changed += written.changed.length;
    this.#report.unchanged += written.unchanged;
    for (const id of written.collections) this.#touchedCollections.add(id);
    this.#doneRows = this.#report.rows;
    this.#options.onProgress?.(this.#doneRows, this.#total);
  }

  /**
   * Finds the stored product of each draft: by the draft's handle, else by a former handle, else by the folded handle that
   * earlier versions derived. A product whose current handle is in the file matches no other draft.
   */
  async #storedProducts(
    trx: Transaction,
    batch: readonly ProductDraft[],
  ): Promise<{ stored: Map<ProductDraft, StoredProduct>; claimed: Set<number> }> {
    const byHandle = await readStoredProducts(trx, { handles: batch.map(({ handle }) => handle) });
    const stored = new Map<ProductDraft, StoredProduct>();
    const missing: ProductDraft[] = [];
    for (const draft of batch) {
      const found = byHandle.get(draft.handle);
      if (found) stored.set(draft, found);
      else missing.push(draft);
    }
    const former = await readFormerIds(
      trx,
      'products',
      missing.map(({ handle }) => handle),
    );
    const byId = await readStoredProducts(trx, { ids: [...former.values()] });
    const renamed = new Map([...byId.values()].map((product) => [product.row.id, product]));
    const folds = missing.filter(({ handle, foldedHandle }) => foldedHandle !== handle);
    const folded = await readStoredProducts(trx, { handles: folds.map(({ foldedHandle }) => foldedHandle) });
    const until = folded.size > 0 ? await readHandleMigrationTime(trx) : 0;
    const claimed = new Set(this.#claimed);
    for (const draft of missing) {
      const byFold = folded.get(draft.foldedHandle);
      // Match by folded handle only if the product was created while handles were still folded, or if its title is the same.
      const isFolded = byFold && (byFold.row.created_at < until || byFold.row.title === draft.title);
      const candidates = [renamed.get(former.get(draft.handle) ?? 0), isFolded ? byFold : undefined];
      for (const found of candidates) {
        if (!found || claimed.has(found.row.id)) continue;
        if ((await this.#readHandlesOfFile()).has(found.row.handle)) continue;
        claimed.add(found.row.id);
        stored.set(draft, found);
        break;
      }
    }
    return { stored, claimed };
  }

  /** Returns all handles in the file. Reads the file again, but only if a product may have to be renamed. */
  async #readHandlesOfFile(): Promise<ReadonlySet<string>> {
    if (this.#handlesOfFile) return this.#handlesOfFile;
    const handles = new Set<string>();
    for await (const part of readRows(this.#path)) if ('row' in part) handles.add(getProductHandle(part.row));
    this.#handlesOfFile = handles;
    return handles;
  }

  /** Returns image ids by source. Reports images that cannot be loaded and leaves them out. */
  async #loadPictures(pictures: readonly ImageDraft[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const waiting = [...pictures];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          found.set(next.source, (await this.#load(next.source)).id);
        } catch (error) {
          if (!(error instanceof ImageError)) throw error;
          this.note([{ line: next.line, column: next.column, message: error.message }]);
        }
        const part = 1 - waiting.length / pictures.length;
        const rows = Math.round(this.#doneRows + part * (this.#report.rows - this.#doneRows));
        this.#options.onProgress?.(rows, this.#total);
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    return found;
  }
}

/** Returns a single cache tag that covers all new products of the batch, whose ids are consecutive. */
function newProducts(ids: readonly number[]): string[] {
  return ids.length > 0 ? [tags.newProducts(Math.min(...ids), Math.max(...ids))] : [];
}
