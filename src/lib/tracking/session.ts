/** Starts and continues tracking sessions (SESS-01 to SESS-09, R82). Pure. */
import type { SessionBody } from '#lib/contract/tracking.ts';

/** Data of a session. The browser stores it as `session_data` and sends it once per session (SESS-10). */
export type SessionData = SessionBody;

/** Inactivity after which a new session starts, ms (SESS-07). */
export const idleTimeout = 30 * 60_000;

const campaign = ['utm_source', 'utm_campaign', 'utm_medium', 'utm_term', 'utm_content'] as const;

export interface SessionPage {
  /** Current time, ms UTC. */
  now: number;
  url: URL;
  /** URL of the previous page, '' for none. */
  referer: string;
  clientId: string;
  newId(): string;
}

/**
 * Returns the session of a page: the stored session if it has not expired and the page was not reached through another campaign, otherwise
 * a new one.
 * @param stored stored value, not validated
 */
export function continueOrStartSession(
  stored: unknown,
  page: SessionPage,
): { session: SessionData; isNew: boolean } {
  const { now, url, referer, clientId, newId } = page;
  const previous = stored as SessionData | null;
  const named = pickParams(url, campaign);
  const isAlive =
    previous?.session_id &&
    now - previous.last_act_time <= idleTimeout &&
    campaign.every((name) => !named[name] || named[name] === previous[name]);
  if (isAlive) return { session: { ...previous, last_act_time: now }, isNew: false };
  const session = {
    session_id: newId(),
    session_start_time: now,
    client_id: clientId,
    landing_page: stripQueryAndHash(url.href),
    last_act_time: now,
    ...named,
    ...pickParams(url, ['mc_cid', 'mc_eid']),
    one_id: clientId,
    referer: stripQueryAndHash(referer),
    extra_params: pickParams(url, ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source']),
  };
  return { session, isNew: true };
}

/** Removes the query and fragment of a URL, because they may contain private data. */
export const stripQueryAndHash = (address: string): string => address.replace(/[?#].*/s, '').slice(0, 2000);

/** Returns the named parameters of a URL, each shortened to 200 characters. */
export function pickParams<Name extends string>(
  url: URL,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value) found[name] = value.slice(0, 200);
  }
  return found;
}
