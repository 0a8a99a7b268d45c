/** Reads products that a search finds, and ranks them as the embedded index ranks its own: over a small index made of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { ProductColumns } from '../product-columns.ts';
import { findHits, type Hits } from '../ranking.ts';
import { fields, TermIndex } from '../term-index.ts';
import type { OfferedValues } from './numbered-values.ts';
import { PackedReader } from './pack.ts';
import { fits, type Together } from './text-query.ts';
import type { WordSearch } from './word-search.ts';

export interface HitRow {
  product_id: number;
  /** As PostgreSQL writes a `tsvector`: lexemes in quotes, parted by spaces; words have neither. */
  doc: string;
  phrase: string;
  title_key: string;
  created_at: number;
  packed: Buffer;
}

/** What is read of a product that is ranked. */
const stored = sql`product_id, phrase, title_key, created_at, packed, doc`;
const wanted = sql`product_id, phrase, title_key, created_at, packed, doc::text as doc`;

/**
 * Some of the products of which `where` (of search_products) is true. They are looked up as if all were wanted: PostgreSQL would read the
 * whole table where it believes a word to be so common that a few are found at once, and be wrong about two words together.
 */
export async function readHits(db: Queryable, where: RawBuilder<unknown>, limit: number): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    with hit as materialized (select ${stored} from search_products where ${where})
    select ${wanted} from hit limit ${limit}`.execute(db);
  return rows;
}

/** All products that a query finds; null where there are more than `most`. Both is known from one look-up. */
export async function readUpTo(db: Queryable, query: Together, most: number): Promise<HitRow[] | null> {
  const { rows } = await sql<HitRow & { hits: number }>`
    with hit as materialized (select ${stored} from search_products where ${fits(query)}),
      few as materialized (select * from hit limit ${most + 1}),
      counted as materialized (select count(*) as hits from few)
    select hits, ${wanted} from counted left join few on hits <= ${most}`.execute(db);
  const hits = rows[0]!.hits;
  return hits === 0 ? [] : hits > most ? null : rows;
}

/** Whether anything fits a query; looked up like `readHits`. */
export async function isAny(db: Queryable, query: Together): Promise<boolean> {
  const { rows } = await sql`
    with hit as materialized (select product_id from search_products where ${fits(query)})
    select 1 from hit limit 1`.execute(db);
  return rows.length > 0;
}

export interface RankedHits {
  /** Slots stand in order of id. */
  columns: ProductColumns;
  ids: readonly number[];
  hits: Hits;
}

const fieldOf = { t: fields.title, k: fields.keyword, d: fields.description } as const;

export async function rankHits(
  search: WordSearch,
  rows: readonly HitRow[],
  { offered }: OfferedValues,
): Promise<RankedHits> {
  const { reading, languages, pricing } = search;
  const ordered = [...new Map(rows.map((row) => [row.product_id, row])).values()].sort(
    (a, b) => a.product_id - b.product_id,
  );
  const terms = new TermIndex();
  const columns = new ProductColumns();
  const matters = mattering(search);
  for (const [slot, row] of ordered.entries()) {
    for (const lexeme of row.doc.slice(1, -1).split("' '")) {
      const field = fieldOf[lexeme.charAt(0) as keyof typeof fieldOf];
      const word = lexeme.slice(1);
      if (field !== undefined && matters(word)) terms.add(word, word, slot, field);
    }
    const packed = new PackedReader(row.packed);
    packed.next();
    const { id, prices, collectionIds } = packed;
    const had = new Set(packed.had.map((number) => offered[number]!));
    const soldOut = new Set(packed.soldOut.map((number) => offered[number]!)).difference(had);
    columns.put(
      {
        id,
        slot,
        titleKey: row.title_key,
        phrase: row.phrase,
        prices: [],
        createdAt: row.created_at,
        entries: [],
        places: [],
      },
      pricing.lowest(id, collectionIds, prices),
      packed.inStock === 1,
      [...had],
      [...soldOut],
    );
  }
  terms.settle();
  const hits = await findHits(terms, columns, reading, languages);
  return { columns, ids: ordered.map((row) => row.product_id), hits };
}

/** The highest number of a value in these. */
export function highestValue(rows: readonly { packed: Uint8Array }[]): number {
  let highest = -1;
  for (const { packed } of rows) {
    const reader = new PackedReader(packed);
    reader.next();
    highest = Math.max(highest, ...reader.had, ...reader.soldOut);
  }
  return highest;
}

/** Whether the search can mean a word: most words of a product need not be looked at again. */
function mattering({ reading: { units }, forms }: WordSearch): (word: string) => boolean {
  const alternatives = units.flatMap((unit) => unit.alternatives);
  const words = alternatives.flatMap((one) => one.words);
  const whole = new Set(words.flatMap((word) => [word, ...forms.whole(word).map((form) => form.word)]));
  const begun = alternatives.flatMap((one) => (one.isTyped ? one.words : []));
  return (word) => whole.has(word) || begun.some((beginning) => word.startsWith(beginning));
}
