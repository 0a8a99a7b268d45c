import { randomId } from '#lib/random-id.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { safeLocalStorage } from '../stores/storage.ts';

/** Returns this browser's random id (R63), created at first use; without storage it lasts for this page. */
export function getOrCreateId(key: 'client_id' | 'oid'): string {
  const stored = safeLocalStorage.get(key);
  if (stored) return stored;
  const made = randomId();
  safeLocalStorage.set(key, made);
  return made;
}

export const clientId = () => getOrCreateId('client_id');

/** Returns '' in a browser that opts out of tracking: it gets no id, and an existing id is never sent. */
export const clientIdUnlessOptedOut = () => (optsOutOfTracking() ? '' : clientId());
