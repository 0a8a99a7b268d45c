/** Endpoints for uploads by shoppers: images for customised products and reviews (R87). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { referenceCode, requiredText } from './fields.ts';

export const uploadEndpoints = {
  'GET /api/v1/common/file/upload/token': endpoint({
    id: 'API-017',
    summary: 'A single-use token for uploading one file, 10 minutes.',
    query: z.object({ type: z.enum(['image']), file_name: requiredText(200) }),
    changesState: true,
    data: z.object({
      token: z.string(),
      upload_url: z.string(),
      file_url: z.string(),
      expires_at: z.number().int(),
    }),
  }),
  'PUT /api/v1/common/file/upload/:token': endpoint({
    summary: 'The upload itself: body and Content-Type are the file’s, at most 5 MiB.',
    params: z.object({ token: referenceCode }),
    raw: true,
    data: z.null(),
  }),
};
