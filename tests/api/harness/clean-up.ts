/** Runs in every API test file: what the file opened is closed and removed when it is done. */
import { afterAll } from 'vitest';

const open = new Set<() => Promise<void>>();

/** Has `close` called after the file's last test. */
export function closeAtEnd(close: () => Promise<void>): void {
  open.add(close);
}

afterAll(async () => {
  for (const close of [...open].reverse()) await close();
  open.clear();
});
