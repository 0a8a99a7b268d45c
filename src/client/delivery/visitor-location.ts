/** The visitor's location, sent to the server instead of a cookie. */
import { safeLocalStorage } from '#client/stores/storage.ts';

/** Returns the stored country (client/stores/country.ts), else the browser's time zone. */
export function getVisitorLocation(): { country_code?: string; time_zone?: string } {
  const country = safeLocalStorage.get('country') ?? '';
  if (/^[A-Z]{2}$/.test(country)) return { country_code: country };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Browsers have various names for an unknown time zone.
  return /^[\w+/-]{1,64}$/.test(timeZone ?? '') ? { time_zone: timeZone } : {};
}
