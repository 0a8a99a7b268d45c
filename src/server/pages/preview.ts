/**
 * Previews for the storefront editor (R89): renders a page with other settings. Stores nothing, shows only what an anonymous
 * visitor may see, and accepts requests only from this origin's pages.
 */
import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { z } from 'zod';
import * as codes from '#lib/contract/codes.ts';
import { shopPath } from '#lib/contract/safe-address.ts';
import { callerOf } from '../api/caller.ts';
import { isCrossSite } from '../api/cross-site.ts';
import { errorEnvelope, success } from '../api/envelope.ts';
import { toApiError } from '../api/errors.ts';
import { readJson } from '../api/request-body.ts';
import { handlers } from '../api/routes.ts';
import type { RenderedPage } from '../cache/stored-page.ts';
import { clientKey, trustedProxies } from '../core/client-address.ts';
import type { ClientTurns } from '../core/client-turns.ts';
import { Failure } from '../core/failure.ts';
import { noDependencies, type PageApi } from '../core/page-dependencies.ts';
import { withinLimit } from '../core/rate-limit.ts';
import type { Services } from '../core/services.ts';
import { shopHandlersReading } from '../storefront/shop-api.ts';
import { themeHandlersReading } from '../theme/api.ts';
import { readDrafts } from '../theme/drafts.ts';
import { localApi } from './local-api.ts';

/** Called by client/edit-mode/preview.ts. */
export const previewPath = '/edit/preview';

const bodyLimit = 256 * 1024;
/** Sections per page; a home page has a dozen. Every preview renders them all, and more would delay other visitors. */
const maxSections = 40;
/** Enough for an editor in use. */
const wishes = { name: 'preview:client', hits: 240, windowMs: 10 * 60_000 };

const wish = z.object({
  /** Path and query of a page of this shop. */
  path: z.string().max(2000).regex(shopPath),
  /** Settings by key, in their stored form. */
  settings: z.record(z.string().max(40), z.unknown()),
});

/**
 * @param render renders a page for an anonymous visitor from the responses of `api`, without caching
 * @param turns limits the renders of each client, previews included
 */
export function previewListener(
  services: Services,
  render: (address: string, api: PageApi) => Promise<RenderedPage>,
  turns: ClientTurns,
): RequestListener {
  const isTrusted = trustedProxies(services.env.TRUSTED_PROXIES);
  return getRequestListener(async (request, bindings) => {
    try {
      const { remoteAddress = '' } = (bindings as HttpBindings).incoming.socket;
      const { ip } = callerOf(request.headers, remoteAddress, isTrusted);
      return success(await preview(request, clientKey(ip)));
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
    if (!(await withinLimit(services.db, wishes, client, services.now()))) {
      throw new Failure(codes.tooManyRequests, 'Too many previews. Please wait a moment.');
    }
    const { path, settings } = parsedBody.data;
    for (const [page, sections] of Object.entries((settings.models ?? {}) as object)) {
      if (Object.keys(sections ?? {}).length > maxSections) {
        throw new Failure(codes.badParameter, `models.${page} has more than ${maxSections} sections.`);
      }
    }
    const read = readDrafts(settings);
    const draftHandlers = { ...themeHandlersReading(read), ...shopHandlersReading(read) };
    const api = localApi(services, { ...handlers, ...draftHandlers });
    const page = await turns.render(client, { render: () => render(path, api), isNew: () => true, floor: 0 });
    if (page.status !== 200) throw new Failure(codes.notFound, 'There is no such page.');
    const sheet = await api('GET /api/v1/storefront/theme', undefined, noDependencies());
    return { html: textOf(page.body), css: sheet.data?.css ?? '' };
  }
}

function textOf(body: RenderedPage['body']): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body.join('');
}
