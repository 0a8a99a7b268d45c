/**
 * Around every page, in development and in production. What breaks a render is told to the server's log, before Astro
 * answers with the 500 page; the links of a language's pages lead to pages of that language.
 */
import type { MiddlewareHandler } from 'astro';
import { localLinks } from '#lib/language/local-links.ts';
import { inLanguage } from '#lib/language/path.ts';

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
  if (location !== null) response.headers.set('location', inLanguage(location, root));
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  // Its length is another now.
  response.headers.delete('content-length');
  return new Response(localLinks(await response.text(), root), response);
}
