/**
 * Recognises a browser that has logged in to an account before (docs/decisions/23-accounts.md). Its login attempts are counted
 * separately, so an attacker who guesses passwords on another device cannot lock the customer out. The cookie grants no access
 * and contains no email address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../core/caller.ts';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import { serverKey } from '../settings/server-key.ts';
import { emailKey } from './customers-store.ts';

type Needs = Pick<Services, 'db' | 'env' | 'now'>;

const oneYear = 365 * 24 * 60 * 60;
/** Maximum number of accounts in a browser's cookie; beyond it, the account with the oldest login is dropped. */
const maxAccounts = 3;
/** Matches an entry of the cookie: a random id and an HMAC of that id for one account. */
const entryShape = /^([\w-]{22})\.([\w-]{43})$/;

/** Returns the id by which an account recognises this browser; null if this browser has never logged in to the account. */
export async function knownBrowserId(services: Needs, caller: Caller, email: string): Promise<string | null> {
  const entries = entriesOf(services, caller);
  if (entries.length === 0) return null;
  const key = await keyOf(services);
  return entries.find((entry) => isOf(entry, email, key))?.split('.')[0] ?? null;
}

/** Returns the Set-Cookie header that makes an account recognise this browser. */
export async function knownBrowserCookie(services: Needs, caller: Caller, email: string): Promise<string> {
  const key = await keyOf(services);
  const entries = entriesOf(services, caller);
  const id = randomBytes(16).toString('base64url');
  const accountEntry = entries.find((entry) => isOf(entry, email, key)) ?? `${id}.${macOf(id, email, key)}`;
  const others = entries.filter((entry) => entry !== accountEntry);
  return setCookie(services, [accountEntry, ...others].slice(0, maxAccounts).join('~'), oneYear);
}

/** Returns the Set-Cookie header that deletes the known-browser cookie. */
export function expiredKnownBrowserCookie(services: Pick<Services, 'env'>): string {
  return setCookie(services, '', 0);
}

function setCookie({ env }: Pick<Services, 'env'>, value: string, seconds: number): string {
  const secure = env.SITE_URL.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(env.SITE_URL)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-known' : 'known';
}

function entriesOf({ env }: Pick<Services, 'env'>, caller: Caller): string[] {
  const pattern = new RegExp(`(?:^|;\\s*)${cookieName(env.SITE_URL)}=([\\w.~-]+)`);
  const value = pattern.exec(caller.header('cookie') ?? '')?.[1] ?? '';
  return value
    .split('~')
    .slice(0, maxAccounts)
    .filter((entry) => entryShape.test(entry));
}

function isOf(entry: string, email: string, key: Uint8Array): boolean {
  const [, id = '', mac = ''] = entryShape.exec(entry) ?? [];
  return isSameSecret(mac, macOf(id, email, key));
}

function macOf(id: string, email: string, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(`${emailKey(email)}\n${id}`)
    .digest('base64url');
}

function keyOf({ db, now }: Needs): Promise<Uint8Array> {
  return serverKey(db, 'known-browser', now());
}
