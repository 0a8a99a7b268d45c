/** Serves API requests on Node.js, with the shop's own API or by proxying them to the platform at API_ORIGIN. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../api/app.ts';
import { apiCsp, commonHeaders } from '../api/security-headers.ts';
import { ClientScheduler } from '../core/client-scheduler.ts';
import type { Services } from '../core/services.ts';
import { proxyTo } from './proxy.ts';

/**
 * Returns the listener for API requests and images.
 * @param afterWrite called after a request that may have written data; the response is sent once the returned promise settles
 * @param atWork called with a promise for each request's work, which continues after the client has disconnected
 * @param turns scheduler that limits concurrent reads per client; pass the same one to all listeners that share the limit
 */
export function apiListener(
  services: Services,
  afterWrite: () => Promise<void>,
  atWork: (done: Promise<unknown>) => void = () => {},
  turns = new ClientScheduler(),
): RequestListener {
  const { env } = services;
  const headers = [...commonHeaders(env), ['Content-Security-Policy', apiCsp]] as const;
  const listen = env.API_ORIGIN
    ? proxyTo(env.API_ORIGIN, services)
    : localApi(services, afterWrite, atWork, turns);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    listen(request, response);
  };
}

function localApi(
  services: Services,
  afterWrite: () => Promise<void>,
  atWork: (done: Promise<unknown>) => void,
  turns: ClientScheduler,
): RequestListener {
  const app = createApp(services, { turns });
  const answer = async (request: Request, bindings: object) => {
    const response = await app.fetch(request, bindings);
    if (request.method === 'GET' || request.method === 'HEAD') return response;
    // The write has committed, so send the response even if purging the caches fails: the next poll reads the purges again, and
    // cache/purge-poll.ts logs the failure.
    await afterWrite().catch(() => {});
    return response;
  };
  return getRequestListener((request, bindings) => {
    const done = answer(request, bindings);
    atWork(done);
    return done;
  });
}
