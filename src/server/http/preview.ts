/**
 * What the storefront editor asks for (R89): a page as it would be with other settings. Nothing is stored, and whoever
 * asks may see no more than anybody else. Only this origin's pages may ask.
 */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { z } from 'zod';
import { codes } from '#lib/contract/codes.ts';
import type { RenderedPage } from '../cache/stored-page.ts';
import type { Services } from '../services.ts';
import { themeHandlersReading } from '../theme/api.ts';
import { readDrafts } from '../theme/drafts.ts';
import { isCrossSite } from './cross-site.ts';
import { refusal, success } from './envelope.ts';
import { refusedBy } from './errors.ts';
import { Failure } from './failure.ts';
import { localApi, type PageApi } from './local-api.ts';
import { readJson } from './request-body.ts';
import { handlers } from './routes.ts';

/** Where the editor's page asks (lib/theme/edit-preview.ts). */
export const previewPath = '/edit/preview';

const bodyLimit = 256 * 1024;

const wish = z.object({
  /** Of a page of this shop, with its query. */
  path: z
    .string()
    .max(2000)
    .regex(/^\/(?!\/)/),
  /** Settings by key, as they are stored. */
  settings: z.record(z.string().max(40), z.unknown()),
});

/** @param render renders a page for nobody in particular from what `api` answers; nothing of it is kept */
export function previewListener(
  services: Services,
  render: (address: string, api: PageApi) => Promise<RenderedPage>,
): RequestListener {
  return getRequestListener(async (request) => {
    try {
      return success(await preview(request));
    } catch (error) {
      const { code, msg, status } = refusedBy(error, previewPath, services.log);
      return refusal(code, msg, status);
    }
  });

  async function preview(request: Request): Promise<{ html: string; css: string }> {
    if (isCrossSite(request.headers, services.env.SITE_URL)) {
      throw new Failure(codes.notAllowed, 'Only the pages of this shop may ask for a preview.');
    }
    const asked = wish.safeParse(await readJson(request, bodyLimit));
    if (!asked.success) throw new Failure(codes.badParameter, 'A preview needs a path and settings.');
    const own = themeHandlersReading(readDrafts(asked.data.settings));
    const api = localApi(services, { ...handlers, ...own });
    const page = await render(asked.data.path, api);
    if (page.status !== 200) throw new Failure(codes.notFound, 'There is no such page.');
    const sheet = await api('GET /api/v1/storefront/theme', undefined, {
      tags: new Set(),
      changesAt: null,
      failed: false,
    });
    return { html: textOf(page.body), css: sheet.data?.css ?? '' };
  }
}

function textOf(body: RenderedPage['body']): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body.join('');
}
