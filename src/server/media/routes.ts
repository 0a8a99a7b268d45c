/**
 * Serves image variants under /media. They are cached as immutable, because their URL contains a hash of the original's bytes.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import { readOrEncodeImageVariant } from './derivatives.ts';
import { parseImageId } from './originals.ts';
import { readUpload } from './uploaded-picture.ts';
import { parseUploadPath } from './uploads-store.ts';
import { QueueFullError } from './work-queue.ts';

const form = z.object({
  width: z.coerce.number().int().min(1).max(20_000),
  format: z.enum(['avif', 'webp', 'jpeg']),
});

/**
 * Returns the routes under /media; mount them with `app.route('/media', mediaRoutes(services, inTurn))`.
 * @param inTurn runs the encoding of an image when the client scheduler starts it
 */
export function mediaRoutes(
  services: Services,
  inTurn: <Result>(context: Context, work: () => Promise<Result>) => Promise<Result>,
): Hono {
  const app = new Hono();
  app.get('/uploads/:file', async (context) => {
    const uploadRequest = parseUploadPath(`/media/uploads/${context.req.param('file')}`);
    const found =
      uploadRequest &&
      (await readUpload(services, uploadRequest.key, uploadRequest.form, (work) => inTurn(context, work)));
    return found ? picture(found, 'image/webp') : missing();
  });
  app.get('/:id/:file', async (context) => {
    const [width, format] = context.req.param('file').split('.');
    const id = parseImageId(context.req.param('id'));
    const parsedForm = form.safeParse({ width, format });
    const found =
      id && parsedForm.success
        ? await readOrEncodeImageVariant(services, id, parsedForm.data, (work) => inTurn(context, work))
        : null;
    return found ? picture(found.body, found.contentType, found.isQuick) : missing();
  });
  app.onError((error) => {
    if (error instanceof Failure || error instanceof QueueFullError) return busy();
    throw error;
  });
  return app;
}

/**
 * Returns the image response.
 * @param isQuick whether the variant was encoded quickly and will be replaced. Browsers still cache it as immutable, because
 * downloading the smaller final variant would cost more than it saves. CDNs fetch it again after an hour
 */
function picture(body: Uint8Array, contentType: string, isQuick = false): Response {
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': contentType,
      'content-length': String(body.byteLength),
      'cache-control': `public, max-age=31536000${isQuick ? ', s-maxage=3600' : ''}, immutable`,
      'x-content-type-options': 'nosniff',
    },
  });
}

function busy(): Response {
  const headers = { 'cache-control': 'no-store', 'retry-after': '5' };
  return new Response('Too many images are being encoded; try again in a moment', { status: 503, headers });
}

function missing(): Response {
  return new Response('There is no such image', { status: 404, headers: { 'cache-control': 'no-store' } });
}
