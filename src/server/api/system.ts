/** The server's clock. */
import type { Handlers } from '../core/handler.ts';

export const systemHandlers: Handlers = {
  'GET /api/v1/getSysTime': (_input, context) => ({ current_time: context.now }),
};
