/** Login handling of the header. Loaded only if the browser seems logged in, and verifies the login immediately (ACCT-03). */
import { api } from '#client/api/api.ts';
import { forgetLogin } from '../login/forget-login.ts';

/**
 * Verifies the login with the server (ACCT-02). Deletes the login data if the session has ended elsewhere; if the shop is
 * unreachable, nothing changes.
 */
async function verifyLogin(): Promise<void> {
  const { data } = await api('GET /api/v1/customer/verify', {}, { jumpLogin: false });
  if (data?.login === false) forgetLogin();
}
void verifyLogin();

/** Ends the session and reloads the page. The login data is deleted even if the shop is unreachable. */
export async function logOut(): Promise<void> {
  await api('POST /api/v1/customer/logout', { body: {} }, { jumpLogin: false });
  forgetLogin();
  location.reload();
}
