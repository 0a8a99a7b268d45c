/** What is kept of the extra values that browsers hand along: these by name, each short; nothing else. */
import { maxViewSeconds } from '#lib/tracking/view-seconds.ts';

type Extras = Readonly<Record<string, unknown>>;

const longest = 200;

/** Of a session (SESS-08, SESS-09). */
export function sessionParams(params: Extras): Record<string, string> {
  return pick(params, ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source']);
}

/** Of a view of a list (TRK-03). */
export function listParams(params: Extras): Record<string, string> {
  return pick(params, ['sort_type', 'page_num', 'q']);
}

/** What the browser calls this view, '' for nothing usable. */
export function viewIdOf({ view_id }: Extras): string {
  return typeof view_id === 'string' && /^[\w-]{8,64}$/.test(view_id) ? view_id : '';
}

/** Whole seconds a checkout was looked at (TRK-08), null where none are told. */
export function secondsOf({ view_duration }: Extras): number | null {
  if (typeof view_duration !== 'number' || view_duration < 0) return null;
  return Math.min(maxViewSeconds, Math.round(view_duration));
}

/**
 * What the figures name a visit's origin by: the campaign's own word, a promotion of the shop, the site it came from.
 * @param host of that site, '' for none
 */
export function sourceOf(utmSource: string | null | undefined, { p_source }: Extras, host: string): string {
  // It is printed on a terminal: signs that steer one are not in it.
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
      picked[name] = String(value).slice(0, longest);
  }
  return picked;
}
