/**
 * Serves the health checks. /healthz succeeds while the process responds. /readyz succeeds if a load balancer may send requests: not during
 * shutdown, while the database cannot be read, or after a write failed a few seconds ago (write-probe.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { commonHeaders, fileCsp } from '../api/security-headers.ts';
import type { Services } from '../core/services.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { writeProbe } from './write-probe.ts';

export interface HealthRoutes {
  answer(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** Makes /readyz fail from now on. */
  end(): void;
}

const timeoutMs = 2000;

/** Returns the handlers of /healthz and /readyz. @param clock monotonic clock, ms */
export function healthRoutes(services: Services, clock?: () => number): HealthRoutes {
  let ending = false;
  const canWrite = writeProbe(services, clock);
  const headers = [
    ...['Content-Type', 'text/plain', 'Cache-Control', 'no-store', 'Content-Security-Policy', fileCsp],
    ...commonHeaders(services.env).flat(),
  ];
  const respond = (response: ServerResponse, good: boolean) =>
    response.writeHead(good ? 200 : 503, headers).end(good ? 'ok' : 'not ready');
  const ready = async () => {
    if (ending) return false;
    if (usesRemoteApi(services.env)) return true;
    const reached = sql`select 1`.execute(services.db.read).then(
      () => true,
      () => false,
    );
    const works = Promise.all([reached, canWrite()]).then((both) => both.every(Boolean));
    return Promise.race([works, after(timeoutMs)]);
  };
  return {
    answer(_request, response, path) {
      if (path === '/healthz') respond(response, true);
      else if (path === '/readyz') void ready().then((isReady) => respond(response, isReady));
      else return false;
      return true;
    },
    end: () => {
      ending = true;
    },
  };
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}
