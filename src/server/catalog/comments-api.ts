/** Handlers of the review endpoints (R86). */
import * as codes from '#lib/contract/codes.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { clientRateLimitKey } from '../core/client-address.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { hashVisitorCookie, identify } from '../core/identity.ts';
import { consumeRateLimit, secondsLeft } from '../core/rate-limit.ts';
import { findUploadedPaths } from '../media/uploads-store.ts';
import { readSetting } from '../settings/store.ts';
import {
  addComment,
  aggregateComments,
  listCommentImages,
  listComments,
  toggleLike,
} from './comments-store.ts';
import { readProductState } from './products-store.ts';
import { readPurchasedVariant } from './purchased-variant-store.ts';
import { reviewSettingsSchema } from './review-settings.ts';

/**
 * Limit of likes per review, client IP address and day: enough for a household. A limit per visitor cookie could be circumvented
 * by deleting the cookie.
 */
const likesADay = { name: 'like-review', hits: 10, windowMs: 24 * 60 * 60_000 };

export const commentHandlers: Handlers = {
  'GET /api/v1/comments': ({ query }, { services, caller }) =>
    listComments(services.db.read, {
      productId: query.product_id,
      star: query.star,
      hasImage: query.has_image === undefined ? undefined : query.has_image === 1,
      sort: query.sort,
      visitorHash: identify(caller).visitorHash,
      page: query.page_num,
      size: query.page_size,
    }),

  'GET /api/v1/comments/images': ({ query }, { services }) =>
    listCommentImages(services.db.read, query.product_id, query.page_num, query.page_size),

  'GET /api/v1/comments/:id/aggregate': ({ params: { id } }, { services }) =>
    aggregateComments(services.db.read, id),

  'PUT /api/v1/comments/:id/like': async ({ params: { id } }, { services, caller, now, ensureVisitor }) => {
    const from = `${clientRateLimitKey(caller.ip)} ${id}`;
    if (!(await consumeRateLimit(services.db, likesADay, from, now))) {
      const message = 'Too many likes of this review. Please try again tomorrow.';
      throw new Failure(codes.tooManyRequests, message, secondsLeft(likesADay, now));
    }
    const liker = hashVisitorCookie(ensureVisitor());
    const result = await services.db.transaction((trx) => toggleLike(trx, id, liker, now));
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
    const uploaded = await findUploadedPaths(services.db.read, body.images);
    if (body.images.some((image) => !uploaded.has(image))) {
      throw new Failure(codes.badParameter, 'images: upload the image first.');
    }
    const buyer = identify(caller).visitorHash;
    const bought = await readPurchasedVariant(services.db.read, buyer, id);
    const settings = await readSetting(services.db.read, 'comments', reviewSettingsSchema);
    const { commentAudit } = settings ?? reviewSettingsSchema.parse({});
    const status = commentAudit ? 'waiting' : 'published';
    const commentId = await services.db.transaction((trx) =>
      addComment(
        trx,
        {
          ...body,
          ...{ productId: id, status, createdAt: now },
          ...{ isVerified: bought !== null, variant: bought ?? '' },
        },
        now,
      ),
    );
    return { id: commentId, status };
  },
};
