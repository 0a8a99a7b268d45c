/** Opens the log of a process: JSON lines on standard output, buffered so that many lines share one write. */
import { type Logger, pino } from 'pino';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Env } from '../core/env.ts';
import { currentRequestId } from '../core/request-id.ts';

export interface Log {
  log: Logger;
  /** Logger without redaction and without automatic request id, for lines whose fields contain no secrets. */
  plain: Logger;
  /** Writes buffered lines; call it before the process exits. */
  flush(): void;
}

/** Maximum time that a log line is buffered, ms. */
const maxDelayMs = 500;

export function openLog(env: Pick<Env, 'LOG_LEVEL'>): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  let timer: NodeJS.Timeout | null = null;
  const stream = {
    write(line: string) {
      destination.write(line);
      // A flush writes even if the buffer is empty, so schedule one only after a line.
      timer ??= setTimeout(() => {
        timer = null;
        destination.flush();
      }, maxDelayMs).unref();
    },
  };
  process.on('exit', () => destination.flushSync());
  const options = { level: env.LOG_LEVEL, base: { pid: process.pid, version: packageFile.version } };
  const redact = ['*.password', '*.email', '*.token', '*.cookie', '*.authorization'];
  return {
    log: pino({ ...options, redact, mixin: requestFields }, stream),
    plain: pino(options, stream),
    flush: () => destination.flushSync(),
  };
}

function requestFields(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}
