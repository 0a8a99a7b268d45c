/** Asks whether the login still holds (ACCT-02). Fetched only where there is the sign of one (ACCT-03). */
import { api } from '#client/api.ts';
import { forgetLogin } from '../forget-login.ts';

/** One that was ended elsewhere is forgotten here too; where the shop cannot be reached nothing changes. */
export async function verifyLogin(): Promise<void> {
  const { data } = await api('GET /api/v1/customer/verify', {}, { jumpLogin: false });
  if (data?.login === false) forgetLogin();
}
