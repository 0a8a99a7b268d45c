/** /healthz: the process answers. /readyz: it should be sent requests, so not while it ends or cannot reach its database. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

export interface Health {
  answer(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** From now on not ready. */
  end(): void;
}

const patience = 2000;

export function healthRoutes(services: Services): Health {
  let ending = false;
  const ready = async () => {
    if (ending) return false;
    if (services.env.API_ORIGIN) return true;
    const reached = sql`select 1`.execute(services.db.read).then(
      () => true,
      () => false,
    );
    return Promise.race([reached, after(patience)]);
  };
  return {
    answer(_request, response, path) {
      if (path === '/healthz') say(response, true);
      else if (path === '/readyz') void ready().then((isReady) => say(response, isReady));
      else return false;
      return true;
    },
    end: () => {
      ending = true;
    },
  };
}

function say(response: ServerResponse, good: boolean): void {
  response.writeHead(good ? 200 : 503, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  response.end(good ? 'ok' : 'not ready');
}

function after(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}
