/** Reviews (R86). */
import { codes } from '#lib/contract/codes.ts';
import { isAccountEmail } from '#lib/forms/email.ts';
import { defaultTexts } from '#lib/text.ts';
import { readSetting } from '../db/settings.ts';
import { Failure } from '../http/failure.ts';
import type { Handlers } from '../http/handler.ts';
import { isUploaded } from '../media/uploaded-picture.ts';
import { identify } from '../orders/access.ts';
import {
  addComment,
  aggregateComments,
  hasBought,
  listCommentImages,
  listComments,
  toggleLike,
} from './comments-store.ts';
import { readProductState } from './products-store.ts';
import { reviewSettings } from './review-settings.ts';

export const commentHandlers: Handlers = {
  'GET /api/v1/comments': ({ query }, { services }) =>
    listComments(services.db.read, {
      productId: query.product_id,
      star: query.star,
      hasImage: query.has_image === undefined ? undefined : query.has_image === 1,
      clientId: query.distinct_id,
      page: query.page_num,
      size: query.page_size,
    }),

  'GET /api/v1/comments/images': ({ query }, { services }) =>
    listCommentImages(services.db.read, query.product_id, query.page_num, query.page_size),

  'GET /api/v1/comments/:id/aggregate': ({ params: { id } }, { services }) =>
    aggregateComments(services.db.read, id),

  'PUT /api/v1/comments/:id/like': async ({ params: { id }, body }, { services, now }) => {
    const result = await services.db.transaction((trx) => toggleLike(trx, id, body.distinct_id, now));
    if (!result) throw new Failure(codes.notFound, 'There is no such review.');
    return result;
  },

  'POST /api/v1/comments/:id': async ({ params: { id }, body }, { services, caller, now }) => {
    const state = await readProductState(services.db.read, id);
    if (!state || state.isDeleted || !state.isPublished) {
      throw new Failure(codes.notFound, 'There is no such product.');
    }
    if (body.email !== '' && !isAccountEmail(body.email)) {
      throw new Failure(codes.badParameter, defaultTexts.invalidEmailMsg);
    }
    for (const image of body.images) {
      if (!(await isUploaded(services, image))) {
        throw new Failure(codes.badParameter, 'images: upload the picture first.');
      }
    }
    const { visitorHash } = identify(caller);
    const isVerified = await hasBought(services.db.read, visitorHash, id);
    const settings = await readSetting(services.db.read, 'comments', reviewSettings);
    const status = settings?.commentAudit ? 'waiting' : 'published';
    const commentId = await services.db.transaction((trx) =>
      addComment(trx, { ...body, productId: id, status, isVerified, createdAt: now }, now),
    );
    return { id: commentId, status };
  },
};
