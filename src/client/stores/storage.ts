/** The site's browser storage, shared by everything that reads it (lib/storage/device-storage.ts). */
import { deviceStorage } from '#lib/storage/device-storage.ts';

/** For all tabs, beyond the visit. */
export const local = deviceStorage(() => window.localStorage);

/** For this tab, until it closes. */
export const session = deviceStorage(() => window.sessionStorage);
