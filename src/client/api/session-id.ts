import { readJson } from '#lib/storage/device-storage.ts';
import type { SessionData } from '#lib/tracking/session.ts';
import { local } from '../stores/storage.ts';

/** The visit that is under way (R63), null where none is kept. */
export const sessionId = (): string | null =>
  (readJson(local.get('session_data')) as SessionData | null)?.session_id ?? null;
