/** Finds a product's collections by its tags, and creates a collection for each new tag. */
import { toFoldedHandle, toHandle } from '../../core/handles.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { saveCollections } from '../collections-store.ts';
import { parseJsonColumn, storedStringsSchema } from '../stored-json.ts';
import type { ProductDraft } from './draft.ts';

interface ExistingCollection {
  id: number;
  handle: string;
  title: string;
  ruleTag: string;
}

type Named = Pick<ExistingCollection, 'id' | 'title'>;

export class CollectionsByTag {
  readonly #byTag: Map<string, number[]>;
  readonly #byHandle: Map<string, Named>;
  readonly #manual: Set<number>;

  constructor(byTag: Map<string, number[]>, byHandle: Map<string, Named>, manual: Set<number>) {
    this.#byTag = byTag;
    this.#byHandle = byHandle;
    this.#manual = manual;
  }

  /** Ids of manually filled collections, from which an import removes no product. */
  get manualIds(): ReadonlySet<number> {
    return this.#manual;
  }

  copy(): CollectionsByTag {
    return new CollectionsByTag(new Map(this.#byTag), new Map(this.#byHandle), new Set(this.#manual));
  }

  /** Creates a collection for each tag and collection name that has none. */
  async ensure(trx: Transaction, drafts: readonly ProductDraft[], now: number): Promise<void> {
    const newCollections = new Map<string, { title: string; ruleTag: string }>();
    for (const draft of drafts) {
      for (const title of draft.collections) this.#want(newCollections, title, '');
      for (const tag of draft.tags ?? [])
        if (!this.#byTag.has(tag.toLowerCase())) this.#want(newCollections, tag, tag);
    }
    if (newCollections.size === 0) return;
    const rows = [...newCollections].map(([handle, { title, ruleTag }]) => ({ handle, title, ruleTag }));
    await saveCollections(trx, rows, now);
    for (const collection of await readExisting(trx)) this.#learn(collection);
  }

  /** Returns the ids of a product's collections. @param tags JSON array as stored */
  idsFor(tags: string, names: readonly string[]): number[] {
    const byTag = parseJsonColumn(storedStringsSchema, tags).flatMap(
      (tag) => this.#byTag.get(tag.toLowerCase()) ?? [],
    );
    const byName = names.flatMap((name) => this.#named(name)?.id ?? []);
    return [...new Set([...byTag, ...byName])];
  }

  #want(
    newCollections: Map<string, { title: string; ruleTag: string }>,
    title: string,
    ruleTag: string,
  ): void {
    const handle = toHandle(title);
    if (handle !== '' && !this.#named(title) && !newCollections.has(handle))
      newCollections.set(handle, { title, ruleTag });
  }

  /**
   * Finds a collection by name. Several names can share one folded handle, which earlier versions created, so the title must match
   * too.
   */
  #named(name: string): Named | undefined {
    const written = this.#byHandle.get(toHandle(name));
    if (written) return written;
    const folded = this.#byHandle.get(toFoldedHandle(name));
    return folded && toHandle(folded.title) === toHandle(name) ? folded : undefined;
  }

  #learn({ id, handle, title, ruleTag }: ExistingCollection): void {
    this.#byHandle.set(handle, { id, title });
    if (ruleTag === '') {
      this.#manual.add(id);
      return;
    }
    const tag = ruleTag.toLowerCase();
    const ids = this.#byTag.get(tag) ?? [];
    if (!ids.includes(id)) this.#byTag.set(tag, [...ids, id]);
  }

  static from(rows: readonly ExistingCollection[]): CollectionsByTag {
    const collections = new CollectionsByTag(new Map(), new Map(), new Set());
    for (const row of rows) collections.#learn(row);
    return collections;
  }
}

export async function readCollectionsByTag(db: Queryable): Promise<CollectionsByTag> {
  return CollectionsByTag.from(await readExisting(db));
}

function readExisting(db: Queryable): Promise<ExistingCollection[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'handle', 'title', 'rule_tag as ruleTag'])
    .orderBy('id')
    .execute();
}
