/** The header's login handling. Fetched only if the browser shows signs of a login, which it verifies at once (ACCT-03). */
import { api } from '#client/api/api.ts';
import { forgetLogin } from '../login/forget-login.ts';

/**
 * Verifies the login (ACCT-02). A session that ended elsewhere is forgotten here too; if the shop is unreachable nothing changes.
 */
async function verifyLogin(): Promise<void> {
  const { data } = await api('GET /api/v1/customer/verify', {}, { jumpLogin: false });
  if (data?.login === false) forgetLogin();
}
void verifyLogin();

/** Ends the session and reloads the page. The browser forgets the login even if the shop is unreachable. */
export async function logOut(): Promise<void> {
  await api('POST /api/v1/customer/logout', { body: {} }, { jumpLogin: false });
  forgetLogin();
  location.reload();
}
