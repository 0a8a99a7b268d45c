/** Handles image uploads by shoppers (R87). */
import * as codes from '#lib/contract/codes.ts';
import { clientRateLimitKey } from '../core/client-address.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { consumeRateLimit, secondsLeft } from '../core/rate-limit.ts';
import { uploadQueue } from './decoding.ts';
import { ImageError } from './image-error.ts';
import { uploadLimit, validateUpload } from './shopper-picture.ts';
import { storeUpload } from './uploaded-picture.ts';
import { issueToken, spendToken } from './uploads-store.ts';
import { QueueFullError } from './work-queue.ts';

/** Maximum KiB that one client may upload per day: 50 to 100 phone photos. */
const storedADay = { name: 'upload-kib', hits: 200 * 1024, windowMs: 24 * 60 * 60_000 };

/** `Retry-After` when the queue is full, seconds. */
const waitSeconds = 10;

export const uploadHandlers: Handlers = {
  'GET /api/v1/common/file/upload/token': async ({ query: { file_name } }, { services, now }) => {
    if (!/\.(png|jpe?g|webp)$/i.test(file_name)) {
      throw new Failure(codes.badParameter, 'file_name: only PNG, JPEG and WebP images can be uploaded.');
    }
    const { token, fileUrl, expiresAt } = await issueToken(services.db.write, file_name, now);
    const upload_url = `/api/v1/common/file/upload/${token}`;
    return { token, upload_url, file_url: fileUrl, expires_at: expiresAt };
  },

  'PUT /api/v1/common/file/upload/:token': async ({ params: { token } }, context) => {
    const { services, rawBody, now } = context;
    try {
      // Rejects before spending the token if the queue is full, so that the shopper can retry with the same token.
      uploadQueue.refuseIfLong();
      // Spends the token before reading the body, so that a second request with the same token is rejected even if it arrives
      // during the upload.
      const key = await spendToken(services.db.write, token, now);
      if (key === null) throw new Failure(codes.badLink, 'This upload link was already used or has expired.');
      const picture = validateUpload(await rawBody(uploadLimit));
      // Checks again: the queue may have filled up during the upload.
      uploadQueue.refuseIfLong();
      await uploadQueue.run(() =>
        storeUpload(services, key, picture, (bytes) => countStored(context, bytes)),
      );
    } catch (error) {
      if (error instanceof QueueFullError) {
        const message = 'Many images are being uploaded right now. Please try again in a moment.';
        throw new Failure(codes.tooManyRequests, message, waitSeconds);
      }
      if (error instanceof ImageError) throw new Failure(codes.badParameter, error.message);
      throw error;
    }
    return null;
  },
};

async function countStored({ services, caller, now }: Context, bytes: number): Promise<void> {
  const client = clientRateLimitKey(caller.ip);
  if (!(await consumeRateLimit(services.db, storedADay, client, now, Math.ceil(bytes / 1024)))) {
    throw new Failure(
      codes.tooManyRequests,
      'Too many images were uploaded today. Please try again tomorrow.',
      secondsLeft(storedADay, now),
    );
  }
}
