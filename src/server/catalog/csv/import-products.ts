/** Imports a product CSV: streams it, writes in batches, tells what was wrong and purges once at the end. */
import { dirname } from 'node:path';
import { purge } from '../../cache/purges-store.ts';
import { tags } from '../../cache/tags.ts';
import type { Services } from '../../core/services.ts';
import { BadPicture } from '../../media/bad-picture.ts';
import { pictureSources } from '../../media/picture-sources.ts';
import { recountCollections } from '../collections-store.ts';
import { readShopCurrency } from '../currency-store.ts';
import { planProduct } from '../plan-product.ts';
import {
  type PlannedWrite,
  readSkuHolders,
  readStoredProducts,
  writeProducts,
} from '../products-write-store.ts';
import { tidyCatalogue } from '../tidy-store.ts';
import { admitProduct } from './admit-product.ts';
import { buildProduct, handleOf } from './build-product.ts';
import { type CollectionsByTag, collectionsByTag } from './collections-by-tag.ts';
import type { PictureDraft, ProductDraft } from './draft.ts';
import type { Problem } from './problems.ts';
import { type Row, readRows } from './read-rows.ts';
import { findSkuConflicts } from './sku-conflicts.ts';

export interface ImportReport {
  /** Rows read, the header left out. */
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  /** By line, up to the limit; `problemCount` counts all. */
  problems: Problem[];
  problemCount: number;
  /** What was imported and surely is not meant so, up to the same limit. */
  warnings: Problem[];
  /** Handles of products that stay unpublished because of their problems, up to the same limit. */
  heldBack: string[];
  /** Columns that were ignored. */
  unusedColumns: string[];
}

export interface ImportOptions {
  /** Called now and then with the rows and products done so far. */
  onProgress?: (done: { rows: number; products: number }) => void;
  /** Which addresses pictures may come from; the open internet by default. */
  isAllowed?: (address: string) => boolean;
}

type Needs = Pick<Services, 'db' | 'storage' | 'now' | 'env'>;

/** Products written in one transaction: large enough to be fast, small enough to let others write in between. */
const batchSize = 200;

/** Limit on reported problems: a file that is wrong throughout must not fill the memory. */
const problemLimit = 1000;

/**
 * Imports the file at `path`. Products are known by handle: importing the same file again changes nothing.
 * Bad rows are left out and reported, good ones are imported.
 * @throws Error in plain words when the file as a whole is no product file
 */
export async function importProducts(
  services: Needs,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const run = new ImportRun(services, path, options, await readShopCurrency(services.db.read));
  await run.start();
  for await (const part of readRows(path)) {
    if ('problem' in part) run.note([part.problem]);
    else await run.add(part.row);
  }
  return run.finish();
}

class ImportRun {
  readonly #services: Needs;
  readonly #options: ImportOptions;
  readonly #currency: string;
  readonly #load: ReturnType<typeof pictureSources>;
  readonly #report: ImportReport = {
    rows: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    problems: [],
    problemCount: 0,
    warnings: [],
    heldBack: [],
    unusedColumns: [],
  };
  readonly #seen = new Set<string>();
  readonly #touchedCollections = new Set<number>();
  #collections!: CollectionsByTag;
  #rows: Row[] = [];
  #handle = '';
  #batch: ProductDraft[] = [];

  constructor(services: Needs, path: string, options: ImportOptions, currency: string) {
    this.#services = services;
    this.#options = options;
    this.#currency = currency;
    this.#load = pictureSources(services, dirname(path), options.isAllowed);
  }

  async start(): Promise<void> {
    this.#collections = await collectionsByTag(this.#services.db.read);
  }

  note(problems: readonly Problem[]): void {
    this.#report.problemCount += problems.length;
    this.#report.problems.push(...problems.slice(0, problemLimit - this.#report.problems.length));
  }

  async add(row: Row): Promise<void> {
    if (this.#report.rows === 0) this.#report.unusedColumns = row.columns.unused;
    this.#report.rows += 1;
    const handle = handleOf(row);
    if (handle === '') {
      this.note([
        {
          line: row.line,
          column: row.header('handle'),
          message: 'The row has neither a handle nor a title.',
        },
      ]);
      return;
    }
    if (handle !== this.#handle) {
      await this.#endProduct();
      this.#handle = handle;
    }
    this.#rows.push(row);
  }

  async finish(): Promise<ImportReport> {
    await this.#endProduct();
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
    if (created + changed > 1000) await tidyCatalogue(db);
    this.#report.problems.sort((a, b) => a.line - b.line);
    this.#report.warnings.sort((a, b) => a.line - b.line);
    return this.#report;
  }

  async #endProduct(): Promise<void> {
    const [first, ...rest] = this.#rows;
    this.#rows = [];
    if (!first) return;
    if (this.#seen.has(this.#handle)) {
      const message = `Rows of "${this.#handle}" stand further up; the rows of a product must follow each other.`;
      this.note([{ line: first.line, column: first.header('handle'), message }]);
      return;
    }
    this.#seen.add(this.#handle);
    const { draft, problems } = buildProduct([first, ...rest], this.#currency);
    this.note(problems);
    if (draft) this.#batch.push(draft);
    if (this.#batch.length >= batchSize) await this.#flush();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const mediaOf = await this.#loadPictures(batch.flatMap((draft) => draft.pictures ?? []));
    const { db, now } = this.#services;
    const at = now();
    const { problems, warnings, heldBack, written, collections } = await db.transaction(async (trx) => {
      // A copy, because a transaction that is repeated must begin with what is stored.
      const own = this.#collections.copy();
      await own.ensure(trx, batch, at);
      const stored = await readStoredProducts(
        trx,
        batch.map((draft) => draft.handle),
      );
      const known = batch.map((draft) => ({ draft, stored: stored.get(draft.handle) ?? null }));
      const skus = findSkuConflicts(known, await readSkuHolders(trx, batch));
      const refused: Problem[] = [];
      const heldBack: string[] = [];
      const writes: PlannedWrite[] = [];
      for (const { draft: written, stored: old } of known) {
        const { draft, problems, isHeldBack } = admitProduct(written, old, mediaOf, skus.taken);
        refused.push(...problems);
        if (isHeldBack) heldBack.push(draft.handle);
        try {
          const plan = planProduct(draft, old, mediaOf);
          writes.push({
            plan,
            stored: old,
            collectionIds: own.idsFor(plan.product.tags, draft.collections),
          });
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          refused.push({ line: draft.line, column: '', message: error.message });
        }
      }
      const result = await writeProducts(trx, writes, own.manualIds, at);
      await purge(trx, [...result.changed.map(tags.product), ...newProducts(result.created)], at);
      const { warnings } = skus;
      return { problems: refused, warnings, heldBack, written: result, collections: own };
    });
    this.note(problems);
    const { warnings: warned, heldBack: held } = this.#report;
    warned.push(...warnings.slice(0, problemLimit - warned.length));
    held.push(...heldBack.slice(0, problemLimit - held.length));
    this.#collections = collections;
    this.#report.created += written.created.length;
    this.#report.changed += written.changed.length;
    this.#report.unchanged += written.unchanged;
    for (const id of written.collections) this.#touchedCollections.add(id);
    const { created, changed, unchanged, rows } = this.#report;
    this.#options.onProgress?.({ rows, products: created + changed + unchanged });
  }

  /** Ids by source; a picture that cannot be had is reported and left out. */
  async #loadPictures(pictures: readonly PictureDraft[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const waiting = [...pictures];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          found.set(next.source, (await this.#load(next.source)).id);
        } catch (error) {
          if (!(error instanceof BadPicture)) throw error;
          this.note([{ line: next.line, column: next.column, message: error.message }]);
        }
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    return found;
  }
}

/** One tag for the whole batch: their ids follow each other. */
function newProducts(ids: readonly number[]): string[] {
  return ids.length > 0 ? [tags.newProducts(Math.min(...ids), Math.max(...ids))] : [];
}
