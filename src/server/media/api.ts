/** Uploads by shoppers (R87). */
import { codes } from '#lib/contract/codes.ts';
import { Failure } from '../http/failure.ts';
import type { Handlers } from '../http/handler.ts';
import { BadPicture, inspectPicture } from './inspect-picture.ts';
import { readUpload } from './uploaded-picture.ts';
import { issueToken, spendToken } from './uploads-store.ts';

const uploadLimit = 5 * 1024 * 1024;
const uploadTypes = ['image/png', 'image/jpeg', 'image/webp'];

export const uploadHandlers: Handlers = {
  'GET /api/v1/common/file/upload/token': async ({ query: { file_name } }, { services, now }) => {
    if (!/\.(png|jpe?g|webp)$/i.test(file_name)) {
      throw new Failure(codes.badParameter, 'file_name: only PNG, JPEG and WebP pictures can be uploaded.');
    }
    const { token, fileUrl, expiresAt } = await issueToken(services.db.write, file_name, now);
    const upload_url = `/api/v1/common/file/upload/${token}`;
    return { token, upload_url, file_url: fileUrl, expires_at: expiresAt };
  },

  'PUT /api/v1/common/file/upload/:token': async ({ params: { token } }, { services, rawBody, now }) => {
    // The token is spent first: a second try with it, at the same moment or later, finds nothing.
    const key = await spendToken(services.db.write, token, now);
    if (key === null) throw new Failure(codes.badLink, 'The upload link was used already or is too old.');
    const bytes = await rawBody(uploadLimit);
    try {
      const { mime } = await inspectPicture(bytes, uploadTypes);
      await services.storage.put(key, bytes, mime);
      await readUpload(services, key);
    } catch (error) {
      if (error instanceof BadPicture) throw new Failure(codes.badParameter, error.message);
      throw error;
    }
    return null;
  },
};
