/**
 * Middleware for every page, in development and production: logs render errors before Astro responds with the 500 page, and adds
 * the language prefix to a page's links.
 */
import type { MiddlewareHandler } from 'astro';
import { localiseLinks } from '#lib/language/localise-links.ts';
import { withLanguagePrefix } from '#lib/language/path.ts';

export const onRequest: MiddlewareHandler = async (context, next) => {
  try {
    const response = await next();
    const { root } = context.locals;
    return root === '' ? response : await inItsLanguage(response, root);
  } catch (error) {
    context.locals.failed(error, context.routePattern);
    throw error;
  }
};

async function inItsLanguage(response: Response, root: string): Promise<Response> {
  const location = response.headers.get('location');
  if (location !== null) response.headers.set('location', withLanguagePrefix(location, root));
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  // Remove Content-Length: the language prefixes make the body longer.
  response.headers.delete('content-length');
  return new Response(localiseLinks(await response.text(), root), response);
}
