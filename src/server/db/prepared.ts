/**
 * Queries that are built and compiled once for each connection and run with other values from then on. Building and
 * compiling cost several times what SQLite needs to answer (docs/decisions/02-databases-and-backups.md); for what every page reads that is much.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

type Value = string | number | readonly string[] | readonly number[];

/** Stands for a value while the query is built. */
class Slot {
  readonly argument: number;
  /** Place in a list. */
  readonly item: number | null;
  constructor(argument: number, item: number | null) {
    this.argument = argument;
    this.item = item;
  }
}

/**
 * @param build is given stand-ins for the values: it may hand them to the query, but not look at them. Lists keep their
 * length, and a query is compiled anew for each length.
 * @returns runs the query with these values
 */
export function prepared<Values extends readonly Value[], Row>(
  build: (db: Queryable, ...values: Values) => Compilable<Row>,
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  const compiledOn = new WeakMap<Queryable, Map<string, CompiledQuery<Row>>>();
  return async (db, ...values) => {
    const shapes = compiledOn.get(db) ?? new Map<string, CompiledQuery<Row>>();
    compiledOn.set(db, shapes);
    const shape = values.map((value) => (Array.isArray(value) ? value.length : '')).join();
    let compiled = shapes.get(shape);
    if (!compiled) {
      compiled = build(db, ...(values.map(standIn) as unknown as Values)).compile();
      shapes.set(shape, compiled);
    }
    const parameters = compiled.parameters.map((parameter) => filled(parameter, values));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/**
 * A `limit` written into the statement. Bound as a value, SQLite plans the statement anew whenever it is run: it looks at
 * the value to plan with, and forgets the plan when a value is bound again.
 */
export function fixed(limit: number): RawBuilder<number> {
  return sql.lit(limit);
}

function standIn(value: Value, argument: number): Slot | Slot[] {
  return Array.isArray(value) ? value.map((_, item) => new Slot(argument, item)) : new Slot(argument, null);
}

function filled(parameter: unknown, values: readonly Value[]): unknown {
  if (!(parameter instanceof Slot)) return parameter;
  const value = values[parameter.argument];
  return parameter.item === null ? value : (value as readonly Value[])[parameter.item];
}
