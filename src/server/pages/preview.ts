/**
 * Previews for the storefront editor (R89): renders a page with changed settings. Stores nothing, shows only data that an
 * anonymous visitor may see, and accepts requests only from pages of the same origin.
 */
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import { shopPathPattern } from '#lib/contract/safe-url.ts';
import { callerFromHeaders } from '../api/caller.ts';
import { isCrossSite } from '../api/cross-site.ts';
import { errorEnvelope, successEnvelope } from '../api/envelope.ts';
import { toApiError } from '../api/errors.ts';
import { readJson } from '../api/request-body.ts';
import { handlers } from '../api/routes.ts';
import type { RenderedPage } from '../cache/stored-page.ts';
import { clientRateLimitKey, parseTrustedProxies } from '../core/client-address.ts';
import type { ClientScheduler } from '../core/client-scheduler.ts';
import { Failure } from '../core/failure.ts';
import { createPageDependencies, type PageApi } from '../core/page-dependencies.ts';
import { consumeRateLimit } from '../core/rate-limit.ts';
import type { Services } from '../core/services.ts';
import { createShopHandlers } from '../storefront/shop-api.ts';
import { createThemeHandlers } from '../theme/api.ts';
import { createDraftReader } from '../theme/draft-reader.ts';
import { localApi } from './local-api.ts';

/** URL path of the preview endpoint, which client/edit-mode/preview.ts calls. */
export const previewPath = '/edit/preview';

const bodyLimit = 256 * 1024;
/**
 * Maximum number of sections per page; a home page has a dozen. Every preview renders all of them, so more would delay other
 * visitors.
 */
const maxSections = 40;
/** Rate limit per client, which is enough for an editor in use. */
const wishes = { name: 'preview:client', hits: 240, windowMs: 10 * 60_000 };

const wish = z.object({
  /** Path and query of a page in this shop. */
  path: z.string().max(2000).regex(shopPathPattern),
  /** Settings by key, in the format in which they are stored. */
  settings: z.record(z.string().max(40), z.unknown()),
});

/**
 * Returns the request listener of the preview endpoint.
 * @param render renders a page for an anonymous visitor with the given API, without caching
 * @param turns limits the concurrent renders of each client, including previews
 */
export function previewListener(
  services: Services,
  render: (address: string, api: PageApi) => Promise<RenderedPage>,
  turns: ClientScheduler,
): RequestListener {
  const isTrusted = parseTrustedProxies(services.env.TRUSTED_PROXIES);
  return getRequestListener(async (request, bindings) => {
    try {
      const { remoteAddress = '' } = (bindings as HttpBindings).incoming.socket;
      const { ip } = callerFromHeaders(request.headers, remoteAddress, isTrusted);
      return successEnvelope(await preview(request, clientRateLimitKey(ip)));
    } catch (error) {
      const { code, msg, status, retryAfter } = toApiError(error, previewPath, services.log);
      return errorEnvelope(code, msg, status, retryAfter);
    }
  });

  async function preview(request: Request, client: string): Promise<{ html: string; css: string }> {
    if (isCrossSite(request.headers, services.env.SITE_URL)) {
      throw new Failure(codes.notAllowed, 'Only pages of this shop can request a preview.');
    }
    const parsedBody = wish.safeParse(await readJson(request, bodyLimit));
    if (!parsedBody.success) throw new Failure(codes.badParameter, 'A preview needs a path and settings.');
    if (!(await consumeRateLimit(services.db, wishes, client, services.now()))) {
      throw new Failure(codes.tooManyRequests, 'Too many previews. Please wait a moment.');
    }
    const { path, settings } = parsedBody.data;
    for (const [page, sections] of Object.entries((settings.models ?? {}) as object)) {
      if (Object.keys(sections ?? {}).length > maxSections) {
        throw new Failure(codes.badParameter, `models.${page} has more than ${maxSections} sections.`);
      }
    }
    const read = createDraftReader(settings);
    const draftHandlers = { ...createThemeHandlers(read), ...createShopHandlers(read) };
    const api = localApi(services, { ...handlers, ...draftHandlers });
    const page = await turns.render(client, { render: () => render(path, api), isNew: () => true, floor: 0 });
    if (page.status !== 200) throw new Failure(codes.notFound, 'There is no such page.');
    const sheet = await api('GET /api/v1/storefront/theme', undefined, createPageDependencies());
    return { html: textOf(page.body), css: sheet.data?.css ?? '' };
  }
}

function textOf(body: RenderedPage['body']): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body.join('');
}
