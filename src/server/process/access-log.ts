/**
 * Logs one line per response that did not come from the page cache, without personal data or tokens. Responses from cached pages
 * are summed up once a minute (cache-hit-log.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { noteOf } from '../api/call-note.ts';
import { maskedPath } from '../api/masked-path.ts';
import type { AnsweredBy } from '../pages/request-listener.ts';
import type { LoggedClient } from './logged-client.ts';
import type { Metrics } from './metrics.ts';

/** nginx's status for a client that disconnected before its response began. */
const clientClosedRequest = 499;

/**
 * Logs and counts one request when its response is sent or its client has disconnected. Lines of errors include the error code
 * (R50) and a hash of the client.
 * @param log needs no redaction: no field contains personal data
 * @returns a callback for the response's source, if not the server itself
 */
export function observe(
  log: Logger,
  metrics: Metrics,
  clientOf: LoggedClient,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): (by: AnsweredBy) => void {
  let by: AnsweredBy = 'own';
  const began = performance.now();
  // Undefined once the connection is closed.
  const { remoteAddress = '' } = request.socket;
  response.once('close', () => {
    const ms = performance.now() - began;
    const { route, code } = noteOf(request);
    const status = response.headersSent ? response.statusCode : clientClosedRequest;
    const isRefused = code !== undefined || (status >= 400 && status < clientClosedRequest);
    metrics.answered(by, status, ms);
    // Undefined fields are omitted from the line.
    log.info({
      method: request.method,
      path: route ?? maskedPath(request.url ?? ''),
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
