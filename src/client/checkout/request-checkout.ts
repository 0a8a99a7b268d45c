import { api } from '#client/api/api.ts';
import { session } from '#client/stores/storage.ts';
import { notLoggedIn } from '#lib/contract/codes.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

const row = 'POST /api/v1/checkout';

/** Sends a checkout. One that is refused for want of a login is kept for the tab, and opened after it as it was sent (R25). */
export async function requestCheckout(body: CallInput<Endpoints[typeof row]>['body']) {
  const answer = await api(row, { body });
  // Under the name of the call (islands/account/after-login.ts).
  if (answer.code === notLoggedIn) session.set(row, JSON.stringify(body));
  return answer;
}
