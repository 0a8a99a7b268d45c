/** Identifies the member of staff or the API token of a request to the admin. */
import type { Caller } from '../core/caller.ts';
import type { Services } from '../core/services.ts';
import { readApiToken } from './api-tokens-store.ts';
import { readStaffSession } from './sessions-store.ts';
import { readStaffCookie } from './staff-cookie.ts';

/** Returns the caller with its member of staff or API token. A request with an API token ignores the cookie. */
export async function identifyStaff(
  { db, env, now }: Pick<Services, 'db' | 'env' | 'now'>,
  caller: Caller,
): Promise<Caller> {
  const [, apiToken] = /^Bearer +(\S+)$/i.exec(caller.header('authorization') ?? '') ?? [];
  if (apiToken) return { ...caller, apiToken: await readApiToken(db, apiToken, now()) };
  const cookie = readStaffCookie(caller.header('cookie'), env.SITE_URL);
  return { ...caller, staff: cookie ? await readStaffSession(db, cookie, now()) : null };
}
