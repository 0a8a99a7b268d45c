/** The values of filters, numbered by `search_values`; a process reads each of them once: they are added to, never changed. */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import type { FacetNaming } from '../facet-naming.ts';
import { type FacetKind, FacetValues } from '../facet-values.ts';

interface Row {
  number: number;
  kind: FacetKind;
  name: string;
  value: string;
  style_value: string;
}

/** Values as they are offered, and what stored numbers stand for. */
export interface OfferedValues {
  values: FacetValues;
  /** By number of `search_values`, from 0: the number among `values`. */
  offered: Uint32Array;
  /** Several stored values are one that is offered. */
  isMerged: boolean;
  /** The stored numbers of an offered value. */
  behind(value: number): readonly number[];
}

export class NumberedValues {
  /** By number. */
  readonly #rows: Row[] = [];
  readonly #numbers = new Map<string, number>();
  #offered: { naming: FacetNaming; known: number; values: OfferedValues } | null = null;

  /** How many are known. */
  get count(): number {
    return this.#rows.length;
  }

  /** Reads those that are new. */
  async refresh(db: Queryable): Promise<void> {
    const { rows } = await sql<Row>`select number, kind, name, value, style_value from search_values
      where number >= ${this.#rows.length} order by number`.execute(db);
    for (const row of rows) {
      // Another call may have read it meanwhile.
      if (row.number !== this.#rows.length) continue;
      this.#rows.push(row);
      this.#numbers.set(keyOf(row.kind, row.name, row.value, row.style_value), row.number);
    }
  }

  /**
   * Numbers for one transaction, which has the lock of the tables: new ones are known to the process when they are committed.
   * @returns gives a value's number, and writes the new ones
   */
  inTransaction(): {
    numberOf(kind: FacetKind, name: string, value: string, styleValue: string): number;
    write(trx: Queryable): Promise<void>;
  } {
    const fresh = new Map<string, Row>();
    return {
      numberOf: (kind, name, value, styleValue) => {
        const key = keyOf(kind, name, value, styleValue);
        const known = this.#numbers.get(key) ?? fresh.get(key)?.number;
        if (known !== undefined) return known;
        const number = this.#rows.length + fresh.size;
        fresh.set(key, { number, kind, name, value, style_value: styleValue });
        return number;
      },
      write: async (trx) => {
        if (fresh.size === 0) return;
        const rows = [...fresh.values()];
        const column = (name: keyof Row) => rows.map((row) => row[name]);
        await sql`insert into search_values (number, kind, name, value, style_value) select * from unnest(
          ${column('number')}::int[], ${column('kind')}::text[], ${column('name')}::text[], ${column('value')}::text[],
          ${column('style_value')}::text[])`.execute(trx);
        fresh.clear();
      },
    };
  }

  /** All that are known, under the names that are offered. */
  offeredAs(naming: FacetNaming): OfferedValues {
    const known = this.#rows.length;
    if (this.#offered?.naming === naming && this.#offered.known === known) return this.#offered.values;
    const values = new FacetValues(naming);
    const offered = Uint32Array.from(this.#rows, ({ kind, name, value, style_value }) =>
      values.numberOf(kind, name, value, style_value),
    );
    const behind = Map.groupBy(offered.keys(), (number) => offered[number]!);
    const made: OfferedValues = {
      values,
      offered,
      isMerged: values.values.length < known,
      behind: (value) => behind.get(value) ?? [],
    };
    this.#offered = { naming, known, values: made };
    return made;
  }
}

const keyOf = (...parts: string[]) => parts.join('\0');
