/** Closes and removes everything that a test file opened (at-end.ts). */
const open = new Set<() => Promise<void>>();

/** Registers `close` to be called after the file's last test. */
export function closeAtEnd(close: () => Promise<void>): void {
  open.add(close);
}

export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) await close();
  open.clear();
}
