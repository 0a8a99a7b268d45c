/** When a visit begins and what is known of it (SESS-01 to SESS-09, R82). Pure. */
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

/** What the browser keeps as `session_data`, and tells once for each session (SESS-10). */
export type SessionData = CallInput<Endpoints['POST /api/v1/session']>['body'];

/** Who does nothing for longer begins a new session (SESS-07). */
export const idleTimeout = 30 * 60_000;

const campaign = ['utm_source', 'utm_campaign', 'utm_medium', 'utm_term', 'utm_content'] as const;
const mailing = ['mc_cid', 'mc_eid'] as const;
const flags = ['source_shop_id', 'custom_track_id', 'ttclid', 'p_source'] as const;

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
  const named = pick(url, campaign);
  if (isSession(stored) && now - stored.last_act_time <= idleTimeout) {
    const isSame = campaign.every((name) => named[name] === undefined || named[name] === stored[name]);
    if (isSame) return { session: { ...stored, last_act_time: now }, isNew: false };
  }
  const session = {
    session_id: newId(),
    session_start_time: now,
    client_id: clientId,
    landing_page: plainAddress(url.href),
    last_act_time: now,
    ...named,
    ...pick(url, mailing),
    one_id: clientId,
    referer: plainAddress(referer),
    extra_params: pick(url, flags),
  };
  return { session, isNew: true };
}

/** An address without query and fragment: they may hold what is nobody's business. */
export function plainAddress(address: string): string {
  return address.replace(/[?#].*/s, '').slice(0, 2048);
}

function pick<Name extends string>(url: URL, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value) found[name] = value.slice(0, 200);
  }
  return found;
}

function isSession(stored: unknown): stored is SessionData {
  const { session_id, last_act_time } = (stored ?? {}) as Partial<SessionData>;
  return typeof session_id === 'string' && session_id !== '' && typeof last_act_time === 'number';
}
