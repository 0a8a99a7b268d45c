/**
 * Identifies clients in the log by a hash that changes daily. It shows whether errors come from one client or from many, without revealing
 * IP addresses.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientRateLimitKey, parseTrustedProxies, resolveClientAddress } from '../core/client-address.ts';
import type { Services } from '../core/services.ts';
import { usesRemoteApi } from '../platform/front.ts';
import { serverKey } from '../settings/server-key.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Returns the hash of a request's client.
 * @param socketAddress remote IP address of the connection, read while the connection was open
 */
export type ClientHasher = (request: IncomingMessage, socketAddress: string) => string;

/**
 * Returns a function that hashes a request's client to 16 characters. The same client, as rate limits define it, has the same hash all day
 * and in all processes. If another platform serves the API, processes share no key, so the hash is the same only within this process.
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
