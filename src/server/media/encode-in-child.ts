/** Encodes variants of an image in a child process (docs/decisions/14-pictures-and-uploads.md). */
import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment, lowerPriority } from './child-process.ts';
import type { ImageVariant } from './encode-image-variant.ts';

const program = fileURLToPath(new URL('./encode-forms.ts', import.meta.url));

export interface EncodeRequest {
  original: Uint8Array;
  forms: readonly ImageVariant[];
  /** A client is waiting: encode with less effort, and at the server's priority. */
  isQuick: boolean;
}

/**
 * Encodes the variants of an image in a child process and yields each as soon as it is done.
 * @throws Error when the process cannot start, fails, or is stopped by `signal`
 */
export async function* encodeInChild(
  order: EncodeRequest,
  signal: AbortSignal,
): AsyncGenerator<ImageVariant & { body: Uint8Array }> {
  const child = fork(program, {
    execArgv: ['--max-semi-space-size=1'],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid === undefined) {
    // The process did not start, so it has no pipes and does not have to be killed.
    const [reason] = await once(child, 'error');
    throw reason;
  }
  try {
    // No request waits for this encoding, so it runs at a lower priority than pages, API requests and requested variants.
    if (!order.isQuick) lowerPriority(child);
    // The error event is ignored: a failure also ends the message stream early, which is handled below.
    child.on('error', () => {});
    const errorOutput = text(child.stderr!);
    const answers = on(child, 'message', { signal, close: ['disconnect'] });
    child.send(order);
    const { forms } = order;
    let made = 0;
    for await (const [body] of answers as AsyncIterable<[Uint8Array]>) {
      yield { ...forms[made]!, body };
      made += 1;
      if (made === forms.length) return;
    }
    throw new Error(`The process that encodes images failed: ${(await errorOutput).trim()}`);
  } finally {
    child.kill('SIGKILL');
  }
}
