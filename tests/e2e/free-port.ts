import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * First port of this worker: below the ephemeral ports, none that browsers block, and with four digits, because pages contain
 * their URL and the byte budgets count it.
 */
const firstPort = 7_000 + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4) * 700;

/** Ports already returned; some may have no listener yet. */
const taken = new Set<number>();

/**
 * Returns a free port whose successor is free too, for the shop's sandbox. Each test worker has its own range, so that no other
 * worker takes the port before the shop starts.
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
