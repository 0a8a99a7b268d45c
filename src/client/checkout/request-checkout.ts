import { api } from '#client/api/api.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import { notLoggedIn } from '#lib/contract/codes.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

const row = 'POST /api/v1/checkout';

/**
 * Creates a checkout. If the server requires a login, the request is saved in session storage and resent unchanged after the login (R25).
 */
export async function requestCheckout(body: RequestInput<Endpoints[typeof row]>['body']) {
  const answer = await api(row, { body });
  // islands/account/after-login.ts reads the stored request by the same key, the endpoint's name.
  if (answer.code === notLoggedIn) safeSessionStorage.set(row, JSON.stringify(body));
  return answer;
}
