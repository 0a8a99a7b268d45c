/** Endpoints for product reviews (R86). */
import { z } from 'zod';
import { stripControlCharacters, toPlainSingleLine } from '../control-characters.ts';
import { endpoint } from './endpoint.ts';
import { email, id, pageNum, pageSize, queryFlag, requiredText, text } from './fields.ts';
import { commentAggregate, commentData } from './product.ts';

/** URL of an uploaded image; it must be a path of this shop. */
const uploaded = text(500).regex(/^\/(?!\/)[\w./-]+$/, 'must be the file_url of an upload');

export const commentEndpoints = {
  'GET /api/v1/comments': endpoint({
    id: 'API-003',
    summary: 'Published comments of a product, newest first unless sorted otherwise.',
    query: z.object({
      product_id: id,
      page_num: pageNum,
      page_size: pageSize(10),
      star: z.coerce.number<number | string>().int().min(1).max(5).optional(),
      has_image: queryFlag.optional(),
      /** API extension: `pictures` sorts reviews with images first; ties are sorted newest first. */
      sort: z.enum(['newest', 'highest', 'lowest', 'pictures']).default('newest'),
      /** Accepted but ignored: the `visitor` cookie identifies the client whose likes are marked. */
      distinct_id: text(64).default(''),
    }),
    data: z.object({
      total: z.number().int(),
      list: z.array(commentData),
    }),
  }),
  'GET /api/v1/comments/images': endpoint({
    id: 'API-006',
    summary: "Images of the product's published comments.",
    query: z.object({ product_id: id, page_num: pageNum, page_size: pageSize(20) }),
    data: z.object({
      total: z.number().int(),
      list: z.array(z.object({ comment_id: z.number().int(), url: z.string() })),
    }),
  }),
  'GET /api/v1/comments/:id/aggregate': endpoint({
    id: 'API-004',
    summary: 'Count, average and stars of the product’s published comments.',
    params: z.object({ id }),
    data: commentAggregate,
  }),
  'PUT /api/v1/comments/:id/like': endpoint({
    id: 'API-005',
    summary: 'Toggles this visitor’s like of the comment.',
    params: z.object({ id }),
    /** A client can forge distinct_id, so the `visitor` cookie identifies the client instead. */
    body: z.object({ distinct_id: requiredText(64) }),
    data: z.object({ like_num: z.number().int(), liked: z.boolean() }),
  }),
  'POST /api/v1/comments/:id': endpoint({
    id: 'API-007',
    summary: 'Stores a comment on the product.',
    params: z.object({ id }),
    body: z.object({
      star: z.number().int().min(1).max(5),
      content: requiredText(1000, stripControlCharacters),
      nickname: requiredText(60, toPlainSingleLine),
      email,
      images: z.array(uploaded).max(5).default([]),
    }),
    data: z.object({ id: z.number().int(), status: z.enum(['published', 'waiting']) }),
  }),
};
