/** Creates the services for `npm run dev`. Vite's module runner loads this module, so that edits apply at once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { callerFromHeaders } from '../api/caller.ts';
import { parseTrustedProxies } from '../core/client-address.ts';
import { readEnv } from '../core/env.ts';
import { pageApi } from '../pages/locals.ts';
import { type PageRequest, toPageRequest } from '../pages/page-request.ts';
import { isApiPath } from '../pages/request-listener.ts';
import { apiListener } from '../platform/api-listener.ts';
import { recogniseUnlessRemote, usesRemoteApi } from '../platform/front.ts';
import { announceSetup } from '../staff/announce-setup.ts';
import { startServices } from './start-services.ts';

export interface DevServer {
  /** Handles API and image requests; returns false for requests that Astro serves. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Resolves a request to a page as server.ts does. In development every page is rendered for the visitor who requests it. */
  pageRequest(request: IncomingMessage): Promise<PageRequest> | PageRequest;
  stop(): Promise<void>;
}

let started: Promise<DevServer> | undefined;

/** Returns the dev server's API and services, created on the first call and again after this module or one of its imports is edited. */
export function getDevServer(): Promise<DevServer> {
  if (!started) {
    started = create();
    // If creation fails, e.g. because of an invalid file in the shop's folder, the next request tries again.
    started.catch(() => (started = undefined));
  }
  return started;
}

async function create(): Promise<DevServer> {
  const env = readEnv(process.env);
  const { services, stop } = await startServices(env, pino({ level: env.LOG_LEVEL }));
  if (!usesRemoteApi(env)) await announceSetup(services);
  const api = pageApi(services);
  const listen = apiListener(services, async () => {});
  const isTrusted = parseTrustedProxies(env.TRUSTED_PROXIES);
  return {
    answer(request, response) {
      if (request.method === 'GET' && !isApiPath(request.url ?? '/')) return false;
      listen(request, response);
      return true;
    },
    async pageRequest(request) {
      const headers = new Headers({ cookie: request.headers.cookie ?? '' });
      const caller = callerFromHeaders(headers, request.socket.remoteAddress ?? '', isTrusted);
      const address = request.url ?? '/';
      const identified = await recogniseUnlessRemote(services, caller, address);
      return toPageRequest(services, api, address, identified);
    },
    stop,
  };
}
