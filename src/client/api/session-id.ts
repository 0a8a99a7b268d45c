import { parseStoredJson } from '#lib/storage/device-storage.ts';
import type { SessionData } from '#lib/tracking/session.ts';
import { safeLocalStorage } from '../stores/storage.ts';

/** Returns the id of the current session (R63), or null if none is stored. */
export const sessionId = (): string | null =>
  (parseStoredJson(safeLocalStorage.get('session_data')) as SessionData | null)?.session_id ?? null;
