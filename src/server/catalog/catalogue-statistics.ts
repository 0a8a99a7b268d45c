/** Refreshes the database's table statistics after many writes, so that lists stay fast. */
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Updates the database's planner statistics. Takes seconds for 100,000 products; on PostgreSQL other reads and writes continue
 * meanwhile.
 */
export async function refreshCatalogueStatistics(db: Database): Promise<void> {
  if (db.dialect === 'sqlite') {
    await sql`pragma analysis_limit = 1000`.execute(db.maintenance);
    await sql`analyze`.execute(db.maintenance);
    return;
  }
  for (const table of ['products', 'variants', 'product_media', 'product_collections', 'collections']) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db.maintenance);
  }
}
