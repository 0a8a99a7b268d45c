/** Brings what PostgreSQL finds products by in step with the products. Whoever writes has the lock of the tables. */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import type { ProductFacts } from '../indexed-product.ts';
import { facetNumbers } from '../product-words.ts';
import { isInflected, stemLanguages, stemOf } from '../stemmers.ts';
import { documentOf, type ProductDocument, wordsOf } from './documents.ts';
import type { NumberedValues } from './numbered-values.ts';
import { merged, PackedReader, pack } from './pack.ts';

/** Products of a run when it is made; with twice as many it is parted. */
const runLength = 256;

interface Written extends ProductDocument {
  facts: ProductFacts;
  packed: Buffer;
}

/**
 * @param ids products that may have changed
 * @param facts those of them that are listed
 */
export async function writeProducts(
  trx: Queryable,
  values: NumberedValues,
  ids: readonly number[],
  facts: readonly ProductFacts[],
): Promise<void> {
  if (ids.length === 0) return;
  await values.refresh(trx);
  const numbers = values.inTransaction();
  const written = facts.map((one): Written => {
    const chosen = facetNumbers(one, numbers.numberOf);
    const packed = pack({
      ...chosen,
      id: one.id,
      inStock: one.inStock,
      prices: one.prices,
      collectionIds: one.places.map(({ collectionId }) => collectionId),
    });
    return { ...documentOf(one, chosen), facts: one, packed };
  });
  await numbers.write(trx);
  const before = await sql<{ product_id: number; lexemes: string; packed: Buffer }>`
    select product_id, array_to_string(tsvector_to_array(doc), ' ') as lexemes, packed
    from search_products where product_id = any(${ids}::bigint[])`.execute(trx);
  await countWords(trx, before.rows, written);
  await replaceRows(trx, ids, written);
  const changes = new Map<number, Map<number, Buffer | null>>();
  const note = (collectionId: number, id: number, packed: Buffer | null) => {
    const inCollection = changes.get(collectionId) ?? new Map<number, Buffer | null>();
    changes.set(collectionId, inCollection.set(id, packed));
  };
  for (const { product_id, packed } of before.rows) {
    const reader = new PackedReader(packed);
    reader.next();
    for (const collectionId of reader.collectionIds) note(collectionId, product_id, null);
  }
  for (const { facts: one, packed } of written)
    for (const { collectionId } of one.places) note(collectionId, one.id, packed);
  await writeSegments(trx, changes);
}

async function replaceRows(
  trx: Queryable,
  ids: readonly number[],
  written: readonly Written[],
): Promise<void> {
  const listed = new Set(written.map(({ facts }) => facts.id));
  const gone = ids.filter((id) => !listed.has(id));
  await sql`delete from search_products where product_id = any(${gone}::bigint[])`.execute(trx);
  if (written.length === 0) return;
  const column = (of: (one: Written) => string | number) => written.map(of);
  await sql`
    insert into search_products (product_id, price, created_at, phrase, title_key, packed, doc)
    select product_id, price, created_at, phrase, title_key, decode(packed, 'hex'), doc::tsvector from unnest(
      ${column(({ facts }) => facts.id)}::bigint[],
      ${column(({ facts }) => Math.min(...facts.prices))}::bigint[],
      ${column(({ facts }) => facts.createdAt)}::bigint[],
      ${column(({ phrase }) => phrase)}::text[],
      ${column(({ facts }) => facts.title.toLowerCase())}::text[],
      ${column(({ packed }) => packed.toString('hex'))}::text[],
      ${column(({ doc }) => doc)}::text[]
    ) as one (product_id, price, created_at, phrase, title_key, packed, doc)
    on conflict (product_id) do update set price = excluded.price, created_at = excluded.created_at,
      phrase = excluded.phrase, title_key = excluded.title_key, packed = excluded.packed, doc = excluded.doc`.execute(
    trx,
  );
}

/** Adds the words of what is written, takes off those of what was there. */
async function countWords(
  trx: Queryable,
  before: readonly { lexemes: string }[],
  written: readonly ProductDocument[],
): Promise<void> {
  const counts = new Map<string, { spelling: string; products: number; names: number }>();
  const count = (word: string, spelling: string, isName: boolean, by: 1 | -1) => {
    const one = counts.get(word) ?? { spelling, products: 0, names: 0 };
    one.products += by;
    if (isName) one.names += by;
    if (by === 1) one.spelling = spelling;
    counts.set(word, one);
  };
  for (const { lexemes } of before)
    for (const { word, isName } of wordsOf(lexemes)) count(word, word, isName, -1);
  for (const { words } of written)
    for (const [word, { spelling, isName }] of words) count(word, spelling, isName, 1);
  const changed = [...counts].filter(([, { products, names }]) => products !== 0 || names !== 0);
  if (changed.length === 0) return;
  const words = changed.map(([word]) => word);
  const stemColumns = stemLanguages.map((language) => sql.ref(`stem_${language}`));
  const stems = stemLanguages.map(
    (language) => sql`${words.map((word) => (isInflected(word) ? stemOf(word, language) : null))}::text[]`,
  );
  await sql`
    insert into search_words (word, spelling, products, names, ${sql.join(stemColumns)}) select * from unnest(
      ${words}::text[],
      ${changed.map(([, one]) => one.spelling)}::text[],
      ${changed.map(([, one]) => one.products)}::bigint[],
      ${changed.map(([, one]) => one.names)}::bigint[],
      ${sql.join(stems)})
    on conflict (word) do update set products = search_words.products + excluded.products,
      names = search_words.names + excluded.names`.execute(trx);
  const fewer = changed.flatMap(([word, { products }]) => (products < 0 ? [word] : []));
  if (fewer.length === 0) return;
  await sql`delete from search_words where word = any(${fewer}::text[]) and products <= 0`.execute(trx);
}

/** @param changes by collection and product: what stands there from now on; null for nothing */
async function writeSegments(
  trx: Queryable,
  changes: ReadonlyMap<number, ReadonlyMap<number, Buffer | null>>,
): Promise<void> {
  const pairs = [...changes].flatMap(([collection, products]) =>
    [...products.keys()].map((id) => [collection, id] as const),
  );
  if (pairs.length === 0) return;
  // The run that an id belongs to: the last one that begins before it, or the first of all.
  const { rows } = await sql<{ collection_id: number; id: number; first_id: number | null }>`
    select wanted.collection_id, wanted.id, coalesce(
      (select max(first_id) from search_segments s where s.collection_id = wanted.collection_id and s.first_id <= wanted.id),
      (select min(first_id) from search_segments s where s.collection_id = wanted.collection_id)) as first_id
    from unnest(${pairs.map(([collection]) => collection)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[])
      as wanted (collection_id, id)`.execute(trx);
  const runs = new Map<
    string,
    { collectionId: number; firstId: number | null; changes: Map<number, Buffer | null> }
  >();
  for (const { collection_id, id, first_id } of rows) {
    const key = `${collection_id} ${first_id}`;
    const run = runs.get(key) ?? { collectionId: collection_id, firstId: first_id, changes: new Map() };
    run.changes.set(id, changes.get(collection_id)!.get(id) ?? null);
    runs.set(key, run);
  }
  const stored = [...runs.values()].flatMap(({ collectionId, firstId }) =>
    firstId === null ? [] : [[collectionId, firstId] as const],
  );
  const old = await sql<{ collection_id: number; first_id: number; packed: Buffer }>`
    delete from search_segments s using unnest(
      ${stored.map(([collection]) => collection)}::bigint[], ${stored.map(([, first]) => first)}::bigint[]
    ) as one (collection_id, first_id)
    where s.collection_id = one.collection_id and s.first_id = one.first_id
    returning s.collection_id, s.first_id, s.packed`.execute(trx);
  const packedOf = new Map(old.rows.map((row) => [`${row.collection_id} ${row.first_id}`, row.packed]));
  const made = [...runs].flatMap(([key, { collectionId, changes: own }]) => {
    const products = merged(packedOf.get(key) ?? new Uint8Array(), own);
    const length = products.length <= 2 * runLength ? 2 * runLength : runLength;
    return Array.from({ length: Math.ceil(products.length / length) }, (_, at) => {
      const part = products.slice(at * length, (at + 1) * length);
      const packed = Buffer.concat(part.map(({ bytes }) => bytes)).toString('hex');
      return { collectionId, firstId: part[0]!.id, packed };
    });
  });
  if (made.length === 0) return;
  await sql`insert into search_segments (collection_id, first_id, packed)
    select collection_id, first_id, decode(packed, 'hex') from unnest(
      ${made.map(({ collectionId }) => collectionId)}::bigint[], ${made.map(({ firstId }) => firstId)}::bigint[],
      ${made.map(({ packed }) => packed)}::text[]) as one (collection_id, first_id, packed)`.execute(trx);
}
