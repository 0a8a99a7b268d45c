/**
 * One line for each answer that was worked for, without anything that names a person or opens something. Answers from
 * cached pages are summed up once a minute (cache-hit-log.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { noteOf } from '../api/call-note.ts';
import { maskedPath } from '../api/masked-path.ts';
import type { AnsweredBy } from '../pages/request-listener.ts';
import type { LoggedClient } from './logged-client.ts';
import type { Metrics } from './metrics.ts';

/** What nginx made common: the client was gone before its answer began. */
const clientGone = 499;

/**
 * Logs and counts one request when its answer is out, or when the client has gone. Of refusals the line says the code of
 * R50 and, by a hash, whose they were.
 * @param log need not take anything out: no field names a person
 * @returns is told what works for the answer, where that is not the server itself
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
  // Not to be had any more when the connection is closed.
  const { remoteAddress = '' } = request.socket;
  response.once('close', () => {
    const ms = performance.now() - began;
    const { route, code } = noteOf(request);
    const status = response.headersSent ? response.statusCode : clientGone;
    const isRefused = code !== undefined || (status >= 400 && status < clientGone);
    metrics.answered(by, status, ms);
    // What is undefined is left out of the line.
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
