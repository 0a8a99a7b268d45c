/** The contract as Node serves it: our own API, or the platform at API_ORIGIN behind our origin. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../api/app.ts';
import { barePolicy, commonHeaders } from '../api/security-headers.ts';
import { ClientTurns } from '../core/client-turns.ts';
import type { Services } from '../core/services.ts';
import { proxyTo } from './proxy.ts';

/**
 * Returns the listener of API calls and pictures.
 * @param afterWrite awaited before the answer of a call that may have written something is sent
 * @param atWork told of every call's work, which goes on when its client has gone
 * @param turns bounds the reads of each client, together with what else is bounded by it
 */
export function apiListener(
  services: Services,
  afterWrite: () => Promise<void>,
  atWork: (done: Promise<unknown>) => void = () => {},
  turns = new ClientTurns(),
): RequestListener {
  const { env } = services;
  const headers = [...commonHeaders(env), ['Content-Security-Policy', barePolicy]] as const;
  const listen = env.API_ORIGIN
    ? proxyTo(env.API_ORIGIN, services)
    : ownApi(services, afterWrite, atWork, turns);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    listen(request, response);
  };
}

function ownApi(
  services: Services,
  afterWrite: () => Promise<void>,
  atWork: (done: Promise<unknown>) => void,
  turns: ClientTurns,
): RequestListener {
  const app = createApp(services, { turns });
  const answer = async (request: Request, bindings: object) => {
    const response = await app.fetch(request, bindings);
    if (request.method === 'GET' || request.method === 'HEAD') return response;
    // What was written is written: its answer goes out. The next poll repeats a read that failed here,
    // and the failure is logged (cache/purge-watch.ts).
    await afterWrite().catch(() => {});
    return response;
  };
  return getRequestListener((request, bindings) => {
    const done = answer(request, bindings);
    atWork(done);
    return done;
  });
}
