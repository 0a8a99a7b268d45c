/** What the header does about a login. Fetched only where there is the sign of one, which it verifies at once (ACCT-03). */
import { api } from '#client/api/api.ts';
import { forgetLogin } from '../login/forget-login.ts';

/**
 * Asks whether the login still holds (ACCT-02). One that was ended elsewhere is forgotten here too; where the shop cannot be
 * reached nothing changes.
 */
async function verifyLogin(): Promise<void> {
  const { data } = await api('GET /api/v1/customer/verify', {}, { jumpLogin: false });
  if (data?.login === false) forgetLogin();
}
void verifyLogin();

/** Ends the login and shows the page anew. The browser forgets it even where the shop cannot be reached. */
export async function logOut(): Promise<void> {
  await api('POST /api/v1/customer/logout', { body: {} }, { jumpLogin: false });
  forgetLogin();
  location.reload();
}
