/**
 * Queries that are built and compiled once for each kind of database, transactions included, and run with other values from
 * then on. Building and compiling cost several times what SQLite needs to answer (docs/decisions/02-databases-and-backups.md);
 * for what every page or order reads that is much. PostgreSQL plans each statement for its values, because none has a name.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

type Scalar = string | number | null;
/** Columns to write, by name; those that are undefined are left out. */
type Columns = Readonly<Record<string, Scalar | undefined>>;
type Value = Scalar | Columns | readonly string[] | readonly number[] | readonly Columns[];

/** Stands for a value while the query is built. */
class Slot {
  /** Where the value is: the argument, then the place or column in it. */
  readonly path: readonly (string | number)[];
  constructor(path: readonly (string | number)[]) {
    this.path = path;
  }
}

/**
 * Prepares a query.
 * @param build gets stand-ins for the values: it may pass them to the query and see which are null, but not look at them.
 * Lists keep their length and rows their columns; a query is compiled again for other lengths, columns and nulls.
 * @returns runs the query with these values
 */
export function prepareQuery<Values extends readonly Value[], Row>(
  build: (db: Queryable, ...values: Values) => Compilable<Row>,
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  const compiled = new Map<object, Map<string, CompiledQuery<Row>>>();
  return async (db, ...given) => {
    const values = given.map(padded) as unknown as Values;
    // A class for each kind of database, the same for its connections and transactions.
    const dialect = db.introspection.constructor;
    const byShape = compiled.get(dialect) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(dialect, byShape);
    const shape = values.map(shapeOf).join(';');
    const query = byShape.get(shape) ?? build(db, ...(standIn(values, []) as Values)).compile();
    byShape.set(shape, query);
    const parameters = query.parameters.map((parameter) => filled(parameter, values));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/**
 * A `limit` written into the statement. Bound as a value, SQLite plans the statement anew whenever it is run: it looks at
 * the value to plan with, and forgets the plan when a value is bound again.
 */
export function literalLimit(limit: number): RawBuilder<number> {
  return sql.lit(limit);
}

/**
 * A list for `in (…)`, filled up with its last value to the next power of two: a query is compiled for ten lengths, not for each
 * that a stranger chooses. Rows to write stay as they are.
 */
function padded(value: Value): Value {
  if (!Array.isArray(value) || value.length === 0 || typeof value[0] === 'object') return value;
  const length = 2 ** Math.ceil(Math.log2(value.length));
  return [
    ...value,
    ...Array<string | number>(length - value.length).fill(value.at(-1) as string | number),
  ] as Value;
}

function shapeOf(value: Value): string {
  if (Array.isArray(value)) return `${value.length}${value.map(shapeOf)}`;
  if (value === null) return ' null';
  if (typeof value !== 'object') return '';
  const columns = value as Columns;
  return Object.keys(columns)
    .filter((name) => columns[name] !== undefined)
    .map((name) => name + shapeOf(columns[name] ?? null))
    .join();
}

function standIn(value: unknown, path: readonly (string | number)[]): unknown {
  if (Array.isArray(value)) return value.map((part, place) => standIn(part, [...path, place]));
  if (value === null || value === undefined) return value;
  if (typeof value !== 'object') return new Slot(path);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, standIn(part, [...path, name])]),
  );
}

function filled(parameter: unknown, values: readonly Value[]): unknown {
  if (!(parameter instanceof Slot)) return parameter;
  return parameter.path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], values);
}
