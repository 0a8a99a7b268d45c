/**
 * What a database's plan of a statement says about the rows it reads, and the rule that no statement may read more of them the longer
 * the shop sells. Pure: record-plans.ts runs the databases.
 */

/** One way in which a statement reaches the rows of a table. */
export interface TableAccess {
  table: string;
  /** '' for the table itself. */
  index: string;
  /** Columns whose values bound what is read; empty where all of the table or the index is. */
  bounds: string[];
  /** Reads the first or the last entry of the index only. */
  isMinMax?: boolean;
}

/** Tables whose rows are the catalogue, the shop's pages or its settings, or are capped. All others grow with every visit or order. */
const steadyTables = new Set([
  // At most 50,000 notes (payments/stores/notes.ts), and a row for each migration.
  ...['payment_notes', 'kysely_migration', 'kysely_migration_lock'],
  ...['settings', 'media', 'derivatives', 'products', 'variants', 'product_media', 'collections'],
  ...['product_collections', 'articles', 'pages', 'promotions', 'former_handles'],
]);

/** Partial indexes of rows that soon leave them again: what is held, waits, or failed lately. They may be read as a whole. */
const liveIndexes = new Set([
  ...['orders_by_held_until', 'orders_by_client_hash', 'orders_with_client_hash'],
  ...['reservations_by_variant_id', 'payment_events_by_received_at', 'mails_by_created_at'],
  ...['jobs_by_kind_run_at', 'jobs_by_dedupe_key', 'jobs_given_up', 'conversions_waiting'],
  ...['contact_emails_by_created_at', 'stock_waits_by_variant_id_confirmed_at'],
]);

/** Columns of few values: each value has its share of all rows, however many there are. */
const typeColumn =
  /^(is_.*|state|status|status_key|kind|type|event|purpose|provider|service|method|lang|currency|shop_id)$/;

/** The newest or the first few rows of one table, in the order of an index: as many as the limit says. */
const firstRows = /^select [^()]* from "?\w+"? +(?:order by [^()]*)?limit \S+$/i;

/**
 * Returns what is wrong with a statement that reaches tables so, '' for nothing.
 * @param sorts whether its rows have to be sorted first
 */
export function planFault(sql: string, accesses: readonly TableAccess[], sorts: boolean): string {
  const faults = accesses
    .filter(({ table, index, isMinMax }) => !(steadyTables.has(table) || liveIndexes.has(index) || isMinMax))
    .map(({ table, index, bounds }) => {
      if (bounds.length === 0) return !sorts && firstRows.test(sql) ? '' : `reads all of ${table}`;
      if (!bounds.every((column) => typeColumn.test(column))) return '';
      return `reads ${table} bounded only by ${[...new Set(bounds)].join(', ')} (${index})`;
    });
  return [...new Set(faults)].filter(Boolean).join('; ');
}

/**
 * Reads the lines of SQLite's EXPLAIN QUERY PLAN.
 * @param tables names of the tables that count; what else is scanned may be a subquery's result
 */
export function readSqlitePlan(
  sql: string,
  lines: readonly string[],
  tables: ReadonlySet<string>,
): { accesses: TableAccess[]; sorts: boolean } {
  const aliases = [...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/gi)].filter(([, table]) => tables.has(table!));
  const tableOf = new Map(aliases.map(([, table, alias]) => [alias, table]));
  const accesses = lines.flatMap((line): TableAccess[] => {
    const [, verb, name = '', how = ''] = /^(SCAN|SEARCH) (\w+)(?: USING (.*))?$/.exec(line) ?? [];
    const table = tableOf.get(name) ?? name;
    if (!verb || !tables.has(table)) return [];
    const index = /INDEX (\w+)/.exec(how)?.[1] ?? '';
    const condition = /\((.*)\)/.exec(how)?.[1] ?? '';
    // SQLite makes an automatic index of all rows, for this one run.
    const bounds = how.startsWith('AUTOMATIC') ? [] : boundsOfSqlite(condition);
    return [{ table, index, bounds, isMinMax: verb === 'SEARCH' && condition === '' }];
  });
  return { accesses, sorts: lines.some((line) => line.startsWith('USE TEMP B-TREE')) };
}

/** `a=? AND (b,c)>(?,?)` has the columns a, b and c; `ANY(a)` bounds nothing. */
function boundsOfSqlite(condition: string): string[] {
  return condition
    .split(' AND ')
    .filter((part) => part !== '' && !part.startsWith('ANY('))
    .flatMap((part) => part.replace(/[=<>]+\(?\?.*$/, '').split(','))
    .map((column) => column.replace(/[()]/g, ''));
}

/** A node of PostgreSQL's EXPLAIN (FORMAT JSON). */
export interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PostgresNode[];
}

/**
 * Reads the plan of PostgreSQL, made while sequential scans were off: one that is left over has no index that serves.
 * @param columns all columns of each table that counts
 */
export function readPostgresPlan(
  node: PostgresNode,
  columns: ReadonlyMap<string, readonly string[]>,
  above: PostgresNode[] = [],
): { accesses: TableAccess[]; sorts: boolean } {
  const type = node['Node Type'];
  const inner = (node.Plans ?? []).map((plan) => readPostgresPlan(plan, columns, [node, ...above]));
  const accesses = inner.flatMap((plan) => plan.accesses);
  // The nodes that find rows in a bitmap's index do not name the table.
  const table = node['Relation Name'] ?? above.find((each) => each['Relation Name'])?.['Relation Name'] ?? '';
  const own = columns.get(table);
  if (own && type === 'Seq Scan') accesses.push({ table, index: '', bounds: [] });
  if (own && /^(Index|Index Only|Bitmap Index) Scan$/.test(type)) {
    const condition = (node['Index Cond'] ?? '').replace(/'(?:[^']|'')*'/g, '');
    const words = new Set(condition.match(/\w+/g));
    const bounds = own.filter((column) => words.has(column));
    accesses.push({ table, index: node['Index Name'] ?? '', bounds });
  }
  return { accesses, sorts: /Sort/.test(type) || inner.some((plan) => plan.sorts) };
}
