/** The id of a request, written to its log lines and to the response header `X-Request-Id`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrustedProxy } from './client-address.ts';

export const requestIdHeader = 'X-Request-Id';

/** Short and without spaces, so that a log entry stays on one line and can be searched. */
const acceptable = /^[\w.:=+/-]{1,64}$/;

const current = new AsyncLocalStorage<string>();

/** Returns the id that a trusted proxy sent, otherwise a new one: an untrusted client could forge the ids of others. */
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

/** Runs the work of a request; `currentRequestId` returns its id until the work ends. */
export function withRequestId<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** Starts work shared by many requests, such as a batch timer: its log lines must not carry the id of one request. */
export function withoutRequestId<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** Returns the id of the current request; undefined outside of one, as in jobs. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
