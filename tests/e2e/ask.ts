/** Requests for tests that send many, to programs that the tests started. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Throws if the program has ended, because another one may now listen on its port. */
export function assertRunning({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`The program that should answer ended with ${exitCode ?? signalCode}.`);
}

/**
 * Requests a URL and retries after `Retry-After` while the shop is busy, as crawlers do. Does not follow redirects.
 * @param program the process that should respond; throws if it has ended
 */
export async function ask(address: string, program?: ChildProcess): Promise<Response> {
  for (;;) {
    if (program) assertRunning(program);
    const response = await fetch(address, { redirect: 'manual' });
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || seconds === 0) return response;
    await response.body?.cancel();
    await pause(seconds * 1000);
  }
}
