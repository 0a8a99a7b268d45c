import { local } from '../stores/storage.ts';

/** The browser forgets its login: what it stored of it, the account's wishlist too, and the links of a customer (ACCT-12). */
export function forgetLogin(): void {
  for (const key of ['frontToken', 'email', 'wishlist']) local.remove(key);
  for (const name of ['token', 'frontToken']) document.cookie = `${name}=; path=/; max-age=0`;
  document.documentElement.classList.remove('logged-in');
}
