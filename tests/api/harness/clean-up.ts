/** What a test file opens is closed and removed when it is done (at-end.ts). */
const open = new Set<() => Promise<void>>();

/** Has `close` called after the file's last test. */
export function closeAtEnd(close: () => Promise<void>): void {
  open.add(close);
}

export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) await close();
  open.clear();
}
