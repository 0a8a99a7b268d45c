import { readJson } from '#lib/storage/device-storage.ts';
import { local } from './storage.ts';

/** Where a visit is kept (R63). */
export const sessionKey = 'session_data';

/** The visit that is under way, null where none is kept. */
export function sessionId(): string | null {
  const stored = readJson(local.get(sessionKey)) as { session_id?: string } | null;
  return stored?.session_id ?? null;
}
