/** The shopper's location, sent with requests instead of a cookie. */
import { safeLocalStorage } from '#client/stores/storage.ts';

/** Returns the stored country (client/stores/country.ts), else the browser's time zone. */
export function getVisitorLocation(): { country_code?: string; time_zone?: string } {
  const country = safeLocalStorage.get('country') ?? '';
  if (/^[A-Z]{2}$/.test(country)) return { country_code: country };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Browsers report an unknown time zone in various ways, so check the format.
  return /^[\w+/-]{1,64}$/.test(timeZone ?? '') ? { time_zone: timeZone } : {};
}
