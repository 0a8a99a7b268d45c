import { local } from '../stores/storage.ts';

/** What every call sends: the time zone, the login token if there is one, what its body is (ERR-08 to ERR-10). */
export function callHeaders(hasBody: boolean): Record<string, string> {
  const token = local.get('frontToken');
  return {
    'time-zone': timeZone(),
    ...(token && { token }),
    ...(hasBody && { 'content-type': 'application/json' }),
  };
}

/** `Intl` alone costs a phone 50 ms at its first use, where a browser has nothing lighter. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
