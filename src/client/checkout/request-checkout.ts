import { api } from '#client/api/api.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import { notLoggedIn } from '#lib/contract/codes.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';

const row = 'POST /api/v1/checkout';

/** Creates a checkout. If it needs a login, the request is stored for the tab and resent unchanged after login (R25). */
export async function requestCheckout(body: RequestInput<Endpoints[typeof row]>['body']) {
  const answer = await api(row, { body });
  // The key is the endpoint's name (islands/account/after-login.ts).
  if (answer.code === notLoggedIn) safeSessionStorage.set(row, JSON.stringify(body));
  return answer;
}
