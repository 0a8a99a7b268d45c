/** Where things would be sent: what the server is told in place of a cookie. */
import { local } from '#client/stores/storage.ts';

/** The country of the last order (client/stores/country.ts), else the browser's time zone. */
export function whereTo(): { country_code?: string; time_zone?: string } {
  const country = local.get('country') ?? '';
  if (/^[A-Z]{2}$/.test(country)) return { country_code: country };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // Browsers name what they do not know in ways of their own.
  return /^[\w+/-]{1,64}$/.test(timeZone ?? '') ? { time_zone: timeZone } : {};
}
