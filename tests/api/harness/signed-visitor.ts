/** Issues a visitor cookie as the shop does, for tests that need one before the first request. */

import { createVisitorId } from '#server/api/cookies.ts';
import { issueCookies } from '#server/api/identify-caller.ts';
import type { Services } from '#server/core/services.ts';

/** @returns the cookie as a browser sends it, `name=value` */
export async function signedVisitor(services: Services, visitor = createVisitorId()): Promise<string> {
  const [cookie = ''] = await issueCookies(services, visitor, false);
  return cookie.split(';')[0] ?? '';
}
