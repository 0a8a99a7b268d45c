/** What the browser stores for this site, shared by all that reads it (lib/storage/device-storage.ts). */
import { deviceStorage } from '#lib/storage/device-storage.ts';

/** For all tabs, beyond the visit. */
export const local = deviceStorage(() => window.localStorage);

/** For this tab, until it is closed. */
export const session = deviceStorage(() => window.sessionStorage);
