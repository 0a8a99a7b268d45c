import { randomId } from '#lib/random-id.ts';
import { deviceStorage } from '#lib/storage/device-storage.ts';

const storage = deviceStorage(() => window.localStorage);

/** The browser's random label (R63), made at its first use; one for this page where storage is forbidden. */
export function clientId(): string {
  const known = storage.get('client_id');
  if (known) return known;
  const made = randomId();
  storage.set('client_id', made);
  return made;
}
