/** Browser storage for all modules of the site (lib/storage/device-storage.ts). */
import { createDeviceStorage } from '#lib/storage/device-storage.ts';

/** Local storage: shared by all tabs, and kept after the visit. */
export const safeLocalStorage = createDeviceStorage(() => window.localStorage);

/** Session storage: for this tab only, until it closes. */
export const safeSessionStorage = createDeviceStorage(() => window.sessionStorage);
