/** Ends the login, removes what the browser stored of it and shows the page anew. Fetched when the button is pressed. */
import { api } from '#client/api.ts';
import { forgetLogin } from '../forget-login.ts';

/** The browser forgets the login even where the shop cannot be reached. */
export async function logOut(): Promise<void> {
  await api('POST /api/v1/customer/logout', { body: {} }, { jumpLogin: false });
  forgetLogin();
  location.reload();
}
