import { local } from './storage.ts';

/** The browser forgets its login: what it stored of it, and the links of a customer (ACCT-12). */
export function forgetLogin(): void {
  for (const key of ['frontToken', 'email']) local.remove(key);
  for (const name of ['token', 'frontToken']) document.cookie = `${name}=; path=/; max-age=0`;
  document.documentElement.classList.remove('logged-in');
}
