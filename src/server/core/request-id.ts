/** The id of a request, written to its log lines and to the response header `X-Request-Id`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrustedProxy } from './client-address.ts';

export const requestIdHeader = 'X-Request-Id';

/** Matches acceptable request ids: short and without spaces, so that a log entry stays on one line and can be searched. */
const acceptable = /^[\w.:=+/-]{1,64}$/;

const current = new AsyncLocalStorage<string>();

/**
 * Returns the request id that a trusted proxy sent, otherwise a new one, because an untrusted client could forge the ids of other requests.
 */
export function resolveRequestId({ rawHeaders, socket }: IncomingMessage, isTrusted: IsTrustedProxy): string {
  // `request.headers` would parse every header, which costs more than sending a cached page.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== requestIdHeader.length || name.toLowerCase() !== 'x-request-id') continue;
    const sent = rawHeaders[at + 1] ?? '';
    if (acceptable.test(sent) && isTrusted(socket.remoteAddress ?? '')) return sent;
    break;
  }
  return randomUUID();
}

/** Runs the work of a request; until the work ends, `currentRequestId` returns this id. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** Runs work that many requests share, such as a batch timer, outside of any request, so that its log lines contain no request id. */
export function withoutRequestId<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** Returns the id of the current request; undefined outside of a request, such as in jobs. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
