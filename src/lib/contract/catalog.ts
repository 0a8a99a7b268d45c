import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Products, collections, search and reviews. */
export const catalogEndpoints = {
  'GET /api/v1/getSysTime': endpoint({
    id: 'API-095',
    summary: "Returns the server's time.",
    data: z.object({ current_time: z.number().int() }),
  }),
};
