import { randomId } from '#lib/random-id.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';
import { local } from '../stores/storage.ts';

/** A random label of this browser (R63), made at its first use; one for this page where storage is forbidden. */
export function randomLabel(key: 'client_id' | 'oid'): string {
  const stored = local.get(key);
  if (stored) return stored;
  const made = randomId();
  local.set(key, made);
  return made;
}

export const clientId = () => randomLabel('client_id');

/** '' in a browser that says no: it is given no label, and one it has is told to nobody. */
export const labelUnlessOptedOut = () => (optsOutOfTracking() ? '' : clientId());
