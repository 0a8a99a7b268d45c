import { safeLocalStorage } from '../stores/storage.ts';

/** Returns the headers of every request: time zone, login token if there is one, content type of a body (ERR-08 to ERR-10). */
export function requestHeaders(hasBody: boolean): Record<string, string> {
  const token = safeLocalStorage.get('frontToken');
  return {
    'time-zone': timeZone(),
    ...(token && { token }),
    ...(hasBody && { 'content-type': 'application/json' }),
  };
}

/** Prefers `Temporal`: the first use of `Intl` costs a phone 50 ms. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
