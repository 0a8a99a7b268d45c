/** Picks the extra parameters to store from those that a browser sends: allowed names only, with truncated values. */
import { maxViewSeconds } from '#lib/tracking/view-seconds.ts';

type Extras = Readonly<Record<string, unknown>>;

const maxLength = 200;

/** Returns the parameters to store with a session (SESS-08, SESS-09). */
export function pickSessionParams(params: Extras): Record<string, string> {
  return pick(params, ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source']);
}

/** Returns the parameters to store with a page view of a product list (TRK-03). */
export function pickListParams(params: Extras): Record<string, string> {
  return pick(params, ['sort_type', 'page_num', 'q']);
}

/** Returns the id that the browser assigned to a page view; '' if it is missing or invalid. */
export function parseViewId({ view_id }: Extras): string {
  return typeof view_id === 'string' && /^[\w-]{8,64}$/.test(view_id) ? view_id : '';
}

/** Returns the number of seconds that a checkout was visible, rounded (TRK-08); null if it was not sent. */
export function parseViewSeconds({ view_duration }: Extras): number | null {
  if (typeof view_duration !== 'number' || view_duration < 0) return null;
  return Math.min(maxViewSeconds, Math.round(view_duration));
}

/**
 * Returns the source of a visit for reports: the campaign, otherwise `promotion`, the referring site or `direct`.
 * @param host host of the referring site; '' for none
 */
export function resolveVisitSource(
  utmSource: string | null | undefined,
  { p_source }: Extras,
  host: string,
): string {
  // Remove control characters, because reports print the source to a terminal.
  const named = utmSource
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 64);
  return named || (p_source ? 'promotion' : host.slice(0, 100) || 'direct');
}

function pick(params: Extras, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = params[name];
    if (typeof value === 'string' || typeof value === 'number')
      picked[name] = String(value).slice(0, maxLength);
  }
  return picked;
}
