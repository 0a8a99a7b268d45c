/** Deletes uploads that no review, order or open checkout references. */
import type { Services } from '../core/services.ts';
import type { RecurringJob } from '../queue/job.ts';
import { deleteUpload, readOldUploads, readUploadKeysInUse, uploadVariantKey } from './uploads-store.ts';

const day = 86_400_000;

/** How long an upload is kept without being used, ms: a bag in a browser may still reference its image before it is ordered. */
const unusedAfterMs = 90 * day;
const batch = 500;

/** Deletes uploads that nothing has used for 90 days, with their images. @returns the number of deleted uploads */
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
      // Deletes the images before the row, so that after a crash the row still leads to the remaining ones.
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
