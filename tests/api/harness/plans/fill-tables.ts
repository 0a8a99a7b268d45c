/** Fills every table of a PostgreSQL database with distinct rows, so that its planner can rate each index. */
import pg from 'pg';

const rows = 500;
/**
 * Number of distinct values of columns in a real shop. The rows here differ more, so PostgreSQL gets these numbers instead:
 * it takes a value that is missing among few for a rare one.
 */
const ofFew: Record<string, number> = {
  ...{ provider: 1, method: 1, lang: 1, currency: 1 },
  ...{ state: 5, status: 3, kind: 5, event: 3 },
};

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** CHECK constraint that its values must satisfy, '' for none. */
  check: string;
}

/** Fills the tables in one transaction: row n of one table refers to row n of another. */
export async function fillTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: columns } = await client.query<Column>(
    `select c.table_name as table, c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as "isNullable",
       coalesce((select string_agg(pg_get_constraintdef(k.oid), '') from pg_constraint k join pg_attribute a
         on a.attrelid = k.conrelid and a.attnum = any (k.conkey) where k.contype = 'c'
         and k.conrelid = c.table_name::regclass and a.attname = c.column_name), '') as check
     from information_schema.columns c where c.table_schema = 'public' and c.table_name not like 'kysely%'`,
  );
  await client.query('begin');
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    for (const { name, check } of own)
      if (name in ofFew && check === '')
        await client.query(`alter table "${table}" alter column "${name}" set (n_distinct = ${ofFew[name]})`);
    const names = own.map(({ name }) => `"${name}"`).join();
    await client.query(`delete from "${table}"`);
    await client.query(
      `insert into "${table}" (${names}) select ${own.map(valueIn).join()} from generate_series(1, ${rows}) as n`,
    );
  }
  await client.query('commit');
  await client.query('analyze');
  await client.end();
}

function valueIn({ name, type, isNullable, check }: Column): string {
  const words = check.match(/(?<=')[a-z_]+(?=')/g);
  if (words) return `(array['${words.join(`','`)}'])[1 + n % ${words.length}]`;
  const [, least, most] = />= [^-\d]*(-?\d+).*<= \D*(\d+)/.exec(check) ?? [];
  if (least) return `${least} + n % ${Number(most) - Number(least) + 1}`;
  if (name.startsWith('is_') || type === 'smallint') return 'n % 2';
  const value = type === 'text' ? `'v' || n` : 'n';
  return isNullable ? `case when n % 2 = 0 then ${value} end` : value;
}
