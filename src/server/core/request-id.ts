/** The id of a request: in its log lines and in the header `X-Request-Id` of its answer. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './client-address.ts';

export const requestIdHeader = 'X-Request-Id';

/** Short and plain, so that a line of the log stays one line and can be searched for. */
const acceptable = /^[\w.:=+/-]{1,64}$/;

const current = new AsyncLocalStorage<string>();

/** Returns the id that a trusted proxy sent, else a new one. Any other client could forge the ids of others. */
export function requestIdOf({ rawHeaders, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  // `request.headers` would parse all of them, which costs more than sending a cached page.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== requestIdHeader.length || name.toLowerCase() !== 'x-request-id') continue;
    const sent = rawHeaders[at + 1] ?? '';
    if (acceptable.test(sent) && isTrusted(socket.remoteAddress ?? '')) return sent;
    break;
  }
  return randomUUID();
}

/** Does the work of a request; until it ends, `currentRequestId` returns its id. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** Starts work that many requests share, such as a timer for a batch: its log lines must not carry the id of the one that started it. */
export function withoutRequestId<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** Returns undefined outside of a request, as in jobs. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
