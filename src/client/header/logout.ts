/** Ends the login, removes what the browser stored of it and shows the page anew. Fetched when the button is pressed. */
import { api } from '#client/api.ts';
import { local } from '../storage.ts';

/** The browser forgets the login even where the shop cannot be reached. */
export async function logOut(): Promise<void> {
  await api('POST /api/v1/customer/logout', { body: {} }, { jumpLogin: false });
  for (const key of ['frontToken', 'email']) local.remove(key);
  for (const name of ['token', 'frontToken']) document.cookie = `${name}=; path=/; max-age=0`;
  location.reload();
}
