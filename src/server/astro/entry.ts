/** What `astro build` exports to server.ts. Bundled with the pages: import nothing here that keeps state. */
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/**
 * Renders one page, or the 404 and 500 pages where there is none.
 * @param request absolute URL on SITE_URL; carries only what the page may depend on
 */
export function render(request: Request, locals: App.Locals): Promise<Response> {
  return app.render(request, { locals, addCookieHeader: true });
}
