/**
 * Reads which rows a database's query plan accesses, and checks that no statement reads more rows the longer the shop sells.
 * Pure: record-plans.ts runs the databases.
 */

/** One way in which a statement accesses a table. */
export interface TableAccess {
  table: string;
  /** '' for the table itself. */
  index: string;
  /** Columns whose values limit the rows read; empty for a scan of the whole table or index. */
  bounds: string[];
  /** True if only the first or last entry of the index is read. */
  isMinMax?: boolean;
}

/** Tables of catalogue, pages or settings, or with a size limit. All other tables grow with every visit or order. */
const steadyTables = new Set([
  // At most 50,000 notes (payments/stores/notes.ts); one row per migration.
  ...['payment_notes', 'kysely_migration', 'kysely_migration_lock'],
  ...['settings', 'media', 'derivatives', 'products', 'variants', 'product_media', 'collections'],
  ...['product_collections', 'articles', 'pages', 'promotions', 'former_handles'],
]);

/** Partial indexes of rows that soon leave them: reserved, waiting or recently failed. They may be scanned entirely. */
const liveIndexes = new Set([
  ...['orders_by_held_until', 'orders_by_client_hash', 'orders_with_client_hash'],
  ...['reservations_by_variant_id', 'payment_events_by_received_at', 'mails_by_created_at'],
  ...['jobs_by_kind_run_at', 'jobs_by_dedupe_key', 'jobs_given_up', 'conversions_waiting'],
  ...['contact_emails_by_created_at', 'stock_waits_by_variant_id_confirmed_at'],
]);

/** Columns with few distinct values: filtering by one still reads a fixed share of all rows. */
const typeColumn =
  /^(is_.*|state|status|status_key|kind|type|event|purpose|provider|service|method|lang|currency|shop_id)$/;

/** The first rows of one table in index order: the query reads only as many as its limit. */
const firstRows = /^select [^()]* from "?\w+"? +(?:order by [^()]*)?limit \S+$/i;

/**
 * Returns the problem of a statement with these accesses, '' for none.
 * @param sorts whether the database has to sort the rows first
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
 * Parses the lines of SQLite's EXPLAIN QUERY PLAN.
 * @param tables tables to check; any other scan may be of a subquery's result
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
    // SQLite builds an automatic index from all rows, for this run only.
    const bounds = how.startsWith('AUTOMATIC') ? [] : boundsOfSqlite(condition);
    return [{ table, index, bounds, isMinMax: verb === 'SEARCH' && condition === '' }];
  });
  return { accesses, sorts: lines.some((line) => line.startsWith('USE TEMP B-TREE')) };
}

/** Parses `a=? AND (b,c)>(?,?)` into the columns a, b and c; `ANY(a)` limits nothing. */
function boundsOfSqlite(condition: string): string[] {
  return condition
    .split(' AND ')
    .filter((part) => part !== '' && !part.startsWith('ANY('))
    .flatMap((part) => part.replace(/[=<>]+\(?\?.*$/, '').split(','))
    .map((column) => column.replace(/[()]/g, ''));
}

export interface PostgresNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PostgresNode[];
}

/**
 * Parses a PostgreSQL plan made with sequential scans off: a remaining one means that no index fits.
 * @param columns all columns of each table to check
 */
export function readPostgresPlan(
  node: PostgresNode,
  columns: ReadonlyMap<string, readonly string[]>,
  above: PostgresNode[] = [],
): { accesses: TableAccess[]; sorts: boolean } {
  const type = node['Node Type'];
  const inner = (node.Plans ?? []).map((plan) => readPostgresPlan(plan, columns, [node, ...above]));
  const accesses = inner.flatMap((plan) => plan.accesses);
  // A node that searches a bitmap's index does not name the table; its parent does.
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
