/**
 * Records whether the image of an upload was stored: a used token only proves that an upload was attempted. Uploads of earlier
 * versions count as stored; the URL of one whose file was rejected returns no image.
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../ddl.ts';

export async function markStoredUploads(db: Kysely<unknown>, { wholeOrNull }: ColumnTypes): Promise<void> {
  await sql.raw(`alter table uploads add column stored_at ${wholeOrNull}`).execute(db);
  await sql`update uploads set stored_at = used_at`.execute(db);
  // Used each time an order line with an uploaded image is priced.
  await sql`create index uploads_storage_key on uploads (storage_key)`.execute(db);
}
