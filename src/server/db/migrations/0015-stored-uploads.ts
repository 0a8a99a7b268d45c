/**
 * Whether an upload came to a picture: a spent token says only that it was tried. Those of older shops count as stored;
 * where the file was refused, there is nothing to show under their address.
 */
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../ddl.ts';

export async function markStoredUploads(db: Kysely<unknown>, { wholeOrNull }: Columns): Promise<void> {
  await sql.raw(`alter table uploads add column stored_at ${wholeOrNull}`).execute(db);
  await sql`update uploads set stored_at = used_at`.execute(db);
  // Asked for whenever a customised line is priced.
  await sql`create index uploads_storage_key on uploads (storage_key)`.execute(db);
}
