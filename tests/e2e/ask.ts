/** Requests of tests that send many, to programs that the tests started. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Throws when a program has ended: another one may listen on its port by now. */
export function assertRunning({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`The program that should answer ended with ${exitCode ?? signalCode}.`);
}

/**
 * Requests an address and comes back after `Retry-After` when the shop is busy, as crawlers do. Redirects are returned.
 * @param program the one that should answer; throws when it has ended
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
