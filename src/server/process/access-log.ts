/**
 * One line for each answer that was worked for, without anything that names a person or opens something. Answers from
 * kept pages are summed up once a minute (kept-log.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { maskedPath } from '../http/masked-path.ts';
import type { AnsweredBy, Metrics } from './metrics.ts';

/** Notes what answered; the front sets it, the log reads it when the answer is out. */
const answerers = new WeakMap<ServerResponse, AnsweredBy>();

export function answeredBy(response: ServerResponse, by: AnsweredBy): void {
  answerers.set(response, by);
}

/**
 * Logs and counts one request when its answer is out, or when the client has gone.
 * @param log need not take anything out: no field names a person
 */
export function observe(
  log: Logger,
  metrics: Metrics,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const began = performance.now();
  response.once('close', () => {
    const by = answerers.get(response) ?? 'own';
    const ms = performance.now() - began;
    metrics.answered(by, response.statusCode, ms);
    log.info({
      method: request.method,
      path: maskedPath(request.url ?? ''),
      status: response.statusCode,
      ms: Math.round(ms * 10) / 10,
      by,
      // Left out of the line where it is undefined.
      cut: response.writableFinished ? undefined : true,
    });
  });
}
