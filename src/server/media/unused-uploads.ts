/** Deletes unused uploads: those that no review, order or open checkout references. */
import type { Services } from '../core/services.ts';
import type { RecurringJob } from '../queue/job.ts';
import { deleteUpload, readOldUploads, readUploadKeysInUse, uploadVariantKey } from './uploads-store.ts';

const day = 86_400_000;

/** A bag is stored in the browser and may reference a picture this long before it is ordered. */
const unusedAfterMs = 90 * day;
const batch = 500;

/** Deletes uploads and their pictures once nothing has used them for 90 days. @returns how many */
export async function deleteUnusedUploads(
  { db, storage, now }: Pick<Services, 'db' | 'storage' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  let swept = 0;
  for (let after = ''; !signal?.aborted; ) {
    const uploads = await readOldUploads(db.read, now() - unusedAfterMs, after, batch);
    if (uploads.length === 0) break;
    const used = await readUploadKeysInUse(db.read);
    for (const { hash, key } of uploads.filter((upload) => !used.has(upload.key))) {
      // Deletes the pictures first: after a crash the remaining row leads to them again.
      for (const stored of [uploadVariantKey(key, 'small'), uploadVariantKey(key, 'full'), key])
        await storage.delete(stored);
      await deleteUpload(db.write, hash);
      swept += 1;
    }
    after = uploads.at(-1)!.hash;
  }
  return swept;
}

export const unusedUploadsJob: RecurringJob = {
  kind: 'unused-uploads',
  every: day,
  run: async ({ services, signal }) => void (await deleteUnusedUploads(services, signal)),
};
