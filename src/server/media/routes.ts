/** Serves /media: pictures in their forms, immutable because their address holds the hash of the bytes. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Services } from '../core/services.ts';
import { readDerivative } from './derivatives.ts';
import { pictureId } from './originals.ts';
import { readUpload } from './uploaded-picture.ts';
import { uploadForm } from './uploads-store.ts';
import { QueueFull } from './work-queue.ts';

const form = z.object({
  width: z.coerce.number().int().min(1).max(20_000),
  format: z.enum(['avif', 'webp', 'jpeg']),
});

/** The routes under /media; mount with `app.route('/media', mediaRoutes(services))`. */
export function mediaRoutes(services: Services): Hono {
  const app = new Hono();
  app.get('/uploads/:file', async (context) => {
    const asked = uploadForm(`/media/uploads/${context.req.param('file')}`);
    const found = asked && (await readUpload(services, asked.key, asked.form));
    return found ? picture(found, 'image/webp') : missing();
  });
  app.get('/:id/:file', async (context) => {
    const [width, format] = context.req.param('file').split('.');
    const id = pictureId(context.req.param('id'));
    const asked = form.safeParse({ width, format });
    const found =
      id && asked.success ? await readDerivative(services, id, asked.data.width, asked.data.format) : null;
    return found ? picture(found.body, found.contentType) : missing();
  });
  app.onError((error) => {
    if (error instanceof QueueFull) return busy();
    throw error;
  });
  return app;
}

function picture(body: Uint8Array, contentType: string): Response {
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': contentType,
      'content-length': String(body.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  });
}

function busy(): Response {
  const headers = { 'cache-control': 'no-store', 'retry-after': '5' };
  return new Response('Too many pictures are being made; ask again in a moment', { status: 503, headers });
}

function missing(): Response {
  return new Response('No such picture', { status: 404, headers: { 'cache-control': 'no-store' } });
}
