/**
 * A process that writes until it is stopped or killed. Arguments: `count N` adds 1 to a row N times, reading before
 * writing; `pairs` writes two rows per transaction and prints each number once committed; `migrate` migrates once;
 * `hold MS` keeps a write transaction open.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';

const [what, number = '0'] = process.argv.slice(2);
const db = await openDatabase({
  DATA_DIR: process.env.DATA_DIR ?? '',
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
});

function print(line: string | number): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

function addOne(): Promise<void> {
  return db.transaction(async (trx) => {
    const query = trx.selectFrom('settings').select('updated_at').where('key', '=', 'counter');
    // SQLite has one writer at a time; PostgreSQL needs an explicit row lock.
    const row = await (db.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
    await trx
      .updateTable('settings')
      .set({ updated_at: row.updated_at + 1 })
      .where('key', '=', 'counter')
      .execute();
  });
}

async function addPair(pair: number): Promise<void> {
  const rows = ['left', 'right'].map((side) => ({
    key: `${pair}-${side}`,
    value: 'x'.repeat(500),
    updated_at: pair,
  }));
  await db.transaction(async (trx) => {
    for (const row of rows) await trx.insertInto('settings').values(row).execute();
  });
}

if (what === 'count') {
  const concurrent = 20;
  let left = Number(number);
  const writers = Array.from({ length: concurrent }, async () => {
    while (left-- > 0) await addOne();
  });
  await Promise.all(writers);
} else if (what === 'pairs') {
  for (let pair = 1; ; pair++) {
    await addPair(pair);
    await print(pair);
  }
} else if (what === 'migrate') {
  await print((await migrate(db)).length);
} else if (what === 'hold') {
  await db.transaction(async (trx) => {
    await trx.updateTable('settings').set({ updated_at: 1 }).where('key', '=', 'counter').execute();
    await print('holding');
    await sleep(Number(number));
  });
}
await db.close();
