import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const blogEndpoints = {
  'GET /api/v1/blogs/simple': endpoint({
    id: 'API-015',
    summary: 'One blog article in short form.',
    query: z.object({ id }),
    data: z.object({
      id: z.number().int(),
      title: z.string(),
      seo_url: z.string(),
      summary: z.string(),
      image: z.string(),
      published_at: z.number().int(),
    }),
  }),
  'GET /api/v1/blogs/titles/:id': endpoint({
    id: 'API-016',
    summary: "The titles of a blog's published articles.",
    params: z.object({ id }),
    data: z.array(z.object({ id: z.number().int(), title: z.string(), seo_url: z.string() })),
  }),
};
