/** When a visit begins and what is known of it (SESS-01 to SESS-09, R82). Pure. */
import type { SessionBody } from '#lib/contract/tracking.ts';

/** What the browser keeps as `session_data`, and tells once for each session (SESS-10). */
export type SessionData = SessionBody;

/** Who does nothing for longer begins a new session (SESS-07). */
export const idleTimeout = 30 * 60_000;

const campaign = ['utm_source', 'utm_campaign', 'utm_medium', 'utm_term', 'utm_content'] as const;

export interface ShownPage {
  /** Milliseconds UTC. */
  now: number;
  url: URL;
  /** Address of the page before, '' for none. */
  referer: string;
  clientId: string;
  newId(): string;
}

/**
 * The session a page belongs to: the stored one while it is alive and no other campaign led here, else a new one.
 * @param stored what was kept, whatever it is
 */
export function sessionOf(stored: unknown, page: ShownPage): { session: SessionData; isNew: boolean } {
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
    landing_page: plainAddress(url.href),
    last_act_time: now,
    ...named,
    ...pickParams(url, ['mc_cid', 'mc_eid']),
    one_id: clientId,
    referer: plainAddress(referer),
    extra_params: pickParams(url, ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source']),
  };
  return { session, isNew: true };
}

/** An address without query and fragment: they may hold what is nobody's business. */
export const plainAddress = (address: string): string => address.replace(/[?#].*/s, '').slice(0, 2000);

/** The parameters of these names that an address has, each a bounded text. */
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
