/** The contract as Node serves it: our own API, or the platform at API_ORIGIN behind our origin. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Services } from '../services.ts';
import { proxyTo } from './api-proxy.ts';
import { createApp } from './app.ts';
import { barePolicy, commonHeaders } from './security-headers.ts';

/** @param afterWrite awaited before the answer of a call that may have written something is sent */
export function apiListener(services: Services, afterWrite: () => Promise<void>): RequestListener {
  const { env } = services;
  const headers = [...commonHeaders(env), ['Content-Security-Policy', barePolicy]] as const;
  const listen = env.API_ORIGIN ? proxyTo(env.API_ORIGIN, services) : ownApi(services, afterWrite);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    listen(request, response);
  };
}

function ownApi(services: Services, afterWrite: () => Promise<void>): RequestListener {
  const app = createApp(services);
  return getRequestListener(async (request, bindings) => {
    const response = await app.fetch(request, bindings as object);
    if (request.method === 'GET' || request.method === 'HEAD') return response;
    // What was written is written: its answer goes out. Kept pages are trusted no further than their lease (decision 0001).
    await afterWrite().catch((error) => services.log.error({ err: error }, 'purges could not be read'));
    return response;
  });
}
