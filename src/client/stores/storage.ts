/** The site's browser storage, shared by everything that reads it (lib/storage/device-storage.ts). */
import { createDeviceStorage } from '#lib/storage/device-storage.ts';

/** For all tabs, beyond the visit. */
export const safeLocalStorage = createDeviceStorage(() => window.localStorage);

/** For this tab, until it closes. */
export const safeSessionStorage = createDeviceStorage(() => window.sessionStorage);
