/** Around every page: what breaks a render is told to the server's log, before Astro answers with the 500 page. */
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = async (context, next) => {
  try {
    return await next();
  } catch (error) {
    context.locals.failed(error, context.routePattern);
    throw error;
  }
};
