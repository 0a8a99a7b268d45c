import { readJson } from '#lib/storage/device-storage.ts';
import type { SessionData } from '#lib/tracking/session.ts';
import { local } from '../stores/storage.ts';

/** Returns the id of the current visit (R63), or null if none is stored. */
export const sessionId = (): string | null =>
  (readJson(local.get('session_data')) as SessionData | null)?.session_id ?? null;
