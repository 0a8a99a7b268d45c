/**
 * Identifies clients in the log by a daily hash: it shows whether errors come from one client or from many, and reveals no IP
 * address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientRateLimitKey, parseTrustedProxies, resolveClientAddress } from '../core/client-address.ts';
import type { Services } from '../core/services.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { serverKey } from '../settings/server-key.ts';

const day = 24 * 60 * 60 * 1000;

/** @param socketAddress of the connection, read while it was open */
export type ClientHasher = (request: IncomingMessage, socketAddress: string) => string;

/**
 * Returns a function that maps a request to 16 characters, the same for one client (as rate limits count it) all day and in every
 * process; in front of another platform, which has no key of ours, only in this process.
 */
export async function createClientHasher({
  env,
  db,
  now,
}: Pick<Services, 'env' | 'db' | 'now'>): Promise<ClientHasher> {
  const key = usesRemoteApi(env) ? randomBytes(32) : await serverKey(db, 'log-client', now());
  const isTrusted = parseTrustedProxies(env.TRUSTED_PROXIES);
  return (request, socketAddress) => {
    const forwarded = request.headers['x-forwarded-for'];
    const address = resolveClientAddress(socketAddress, forwarded?.toString(), isTrusted);
    const subject = `${Math.floor(now() / day)}\n${clientRateLimitKey(address)}`;
    return createHmac('sha256', key).update(subject).digest('base64url').slice(0, 16);
  };
}
