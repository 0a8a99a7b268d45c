/**
 * Builds and compiles a query once per dialect and then runs it with new values, inside and outside transactions. Building and
 * compiling takes several times as long as SQLite needs to run the query, which matters for queries of every page or order
 * (docs/decisions/02-databases-and-backups.md). PostgreSQL still plans each statement for its values, because the statements are
 * unnamed.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

type Scalar = string | number | null;
/** Column values to write, by column name; undefined values are omitted. */
type Columns = Readonly<Record<string, Scalar | undefined>>;
type Value = Scalar | Columns | readonly string[] | readonly number[] | readonly Columns[];

/** Placeholder for a value while a query is built. */
class Slot {
  /** Path to the value: the index of the argument, then the index or column name within it. */
  readonly path: readonly (string | number)[];
  constructor(path: readonly (string | number)[]) {
    this.path = path;
  }
}

/**
 * Prepares a query.
 * @param build receives placeholders instead of values: it may pass them to the query and compare them with null, but must not
 * read them. Lists have their real length and rows have their real columns; each new combination of lengths, columns and nulls
 * compiles the query again.
 * @returns a function that runs the query with the given values
 */
export function prepareQuery<Values extends readonly Value[], Row>(
  build: (db: Queryable, ...values: Values) => Compilable<Row>,
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  const compiled = new Map<object, Map<string, CompiledQuery<Row>>>();
  return async (db, ...rawValues) => {
    const values = rawValues.map(padded) as unknown as Values;
    // Identifies the dialect by its introspector class: connections and transactions of the same dialect share it.
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
 * Inlines a `limit` into the SQL. SQLite's planner uses the value of a limit, so it would plan the statement again each time a
 * different value is bound.
 */
export function literalLimit(limit: number): RawBuilder<number> {
  return sql.lit(limit);
}

/**
 * Pads a list for `in (…)` to the next power of two by repeating its last value, so that a client that varies the length causes
 * at most about ten compilations. Rows to insert are not padded.
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
