import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports of one worker: below the range from which the system takes the ports of outgoing connections, none that browsers block, and of four
 * digits, because pages name their address and byte budgets count it.
 */
const firstPort = 7_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4) * 700;

/** Ports that were returned, some of which nothing listens on yet. */
const taken = new Set<number>();

/**
 * Returns a port on which nothing listens, with the next one free as well: a shop takes two, the second for its sandbox. Each test worker has
 * ports of its own, so that no other worker can take one between this check and the start of a shop.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + 2 * randomInt(350);
    if (taken.has(port) || !(await isFree(port)) || !(await isFree(port + 1))) continue;
    taken.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
