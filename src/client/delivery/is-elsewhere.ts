/** Whether a page's words about arrival are not for this browser; a few bytes on every product page. */
import { whereTo } from './where-to.ts';

/** @param home country the page speaks for. Where a browser cannot say which country its clock is of, the shop is asked. */
export function isElsewhere(home: string): boolean {
  const { country_code, time_zone } = whereTo();
  if (country_code || !time_zone) return country_code !== undefined && country_code !== home;
  const locale = new Intl.Locale(`und-${home}`) as Intl.Locale & { getTimeZones?(): string[] };
  return !locale.getTimeZones?.().includes(time_zone);
}
