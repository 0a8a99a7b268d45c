/** Picks the extra parameters of browsers that are stored: these names only, each value truncated. */
import { maxViewSeconds } from '#lib/tracking/view-seconds.ts';

type Extras = Readonly<Record<string, unknown>>;

const maxLength = 200;

/** Of a session (SESS-08, SESS-09). */
export function pickSessionParams(params: Extras): Record<string, string> {
  return pick(params, ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source']);
}

/** Of a view of a list (TRK-03). */
export function pickListParams(params: Extras): Record<string, string> {
  return pick(params, ['sort_type', 'page_num', 'q']);
}

/** Returns the browser's id of this view; '' if it is missing or invalid. */
export function parseViewId({ view_id }: Extras): string {
  return typeof view_id === 'string' && /^[\w-]{8,64}$/.test(view_id) ? view_id : '';
}

/** Returns for how many whole seconds a checkout was visible (TRK-08); null if not sent. */
export function parseViewSeconds({ view_duration }: Extras): number | null {
  if (typeof view_duration !== 'number' || view_duration < 0) return null;
  return Math.min(maxViewSeconds, Math.round(view_duration));
}

/**
 * Returns the source of a visit for reports: the campaign, else `promotion`, the referring site or `direct`.
 * @param host of the referring site; '' for none
 */
export function resolveVisitSource(
  utmSource: string | null | undefined,
  { p_source }: Extras,
  host: string,
): string {
  // Reports print it to a terminal: remove control characters.
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
