/**
 * Records whether an upload stored a picture: a used token only shows an attempt. Uploads of earlier versions count as stored; if
 * the file was rejected, its URL shows nothing.
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function markStoredUploads(db: Kysely<unknown>, { wholeOrNull }: ColumnTypes): Promise<void> {
  await sql.raw(`alter table uploads add column stored_at ${wholeOrNull}`).execute(db);
  await sql`update uploads set stored_at = used_at`.execute(db);
  // Queried each time a customised line is priced.
  await sql`create index uploads_storage_key on uploads (storage_key)`.execute(db);
}
