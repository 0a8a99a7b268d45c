/**
 * Logs one line per response that did not come from the page cache, without personal data or tokens. Responses from the page cache are
 * counted, and the counts are logged once a minute (cache-hit-log.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { getAccessLogFields } from '../api/access-log-fields.ts';
import { maskPath } from '../api/mask-path.ts';
import type { ResponseSource } from '../pages/request-listener.ts';
import type { ClientHasher } from './client-hasher.ts';
import type { Metrics } from './metrics.ts';

/** nginx's status code for a client that disconnected before its response began. */
const clientClosedRequest = 499;

/**
 * Logs and counts one request when its response is sent or its client has disconnected. The lines of failed requests include the error code
 * (R50) and a hash of the client.
 * @param log logger without redaction, because no field contains personal data
 * @returns a callback for setting the source of the response, if it is not the server itself
 */
export function logRequest(
  log: Logger,
  metrics: Metrics,
  clientOf: ClientHasher,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): (by: ResponseSource) => void {
  let by: ResponseSource = 'own';
  const began = performance.now();
  // Read the address now, because `remoteAddress` is undefined once the connection is closed.
  const { remoteAddress = '' } = request.socket;
  response.once('close', () => {
    const ms = performance.now() - began;
    const { route, code } = getAccessLogFields(request);
    const status = response.headersSent ? response.statusCode : clientClosedRequest;
    const isRefused = code !== undefined || (status >= 400 && status < clientClosedRequest);
    metrics.answered(by, status, ms);
    // Undefined fields are omitted from the log line.
    log.info({
      method: request.method,
      path: route ?? maskPath(request.url ?? ''),
      status,
      ms: Math.round(ms * 10) / 10,
      by,
      code,
      client: isRefused ? clientOf(request, remoteAddress) : undefined,
      cut: response.writableFinished ? undefined : true,
      requestId,
    });
  });
  return (answerer) => {
    by = answerer;
  };
}
