import { safeLocalStorage } from '../stores/storage.ts';

/** Deletes the login data in this browser: stored values, the account's wishlist, cookies and the root class (ACCT-12). */
export function forgetLogin(): void {
  for (const key of ['frontToken', 'email', 'wishlist']) safeLocalStorage.remove(key);
  for (const name of ['token', 'frontToken']) document.cookie = `${name}=; path=/; max-age=0`;
  document.documentElement.classList.remove('logged-in');
}
