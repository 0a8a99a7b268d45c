import { randomId } from '#lib/random-id.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { safeLocalStorage } from '../stores/storage.ts';

/** Returns this browser's random id (R63), creating it on first use. If storage is blocked, the id lasts for this page only. */
export function getOrCreateId(key: 'client_id' | 'oid'): string {
  const stored = safeLocalStorage.get(key);
  if (stored) return stored;
  const made = randomId();
  safeLocalStorage.set(key, made);
  return made;
}

export const clientId = () => getOrCreateId('client_id');

/** Returns the client id, or '' if the browser opts out of tracking: no id is created then, and an existing id is not sent. */
export const clientIdUnlessOptedOut = () => (optsOutOfTracking() ? '' : clientId());
