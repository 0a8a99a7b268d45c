/**
 * Names a client in the log without its address: refusals of one client can be told from those of many, on one day, and
 * the log reveals no address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientAddress, clientKey, trustedProxies } from '../core/client-address.ts';
import type { Services } from '../core/services.ts';
import { isFront } from '../platform/front.ts';
import { serverKey } from '../settings/server-key.ts';

const day = 24 * 60 * 60 * 1000;

/** @param socketAddress of the connection, read while it was open */
export type LoggedClient = (request: IncomingMessage, socketAddress: string) => string;

/**
 * @returns sixteen letters that are the same for one client, by whom rate limits count, all day and in every process.
 * In front of another platform there is no key of ours to read: there they are the same in this process only.
 */
export async function loggedClient({
  env,
  db,
  now,
}: Pick<Services, 'env' | 'db' | 'now'>): Promise<LoggedClient> {
  const key = isFront(env) ? randomBytes(32) : await serverKey(db, 'log-client', now());
  const isTrusted = trustedProxies(env.TRUSTED_PROXIES);
  return (request, socketAddress) => {
    const forwarded = request.headers['x-forwarded-for'];
    const address = clientAddress(socketAddress, forwarded?.toString(), isTrusted);
    const subject = `${Math.floor(now() / day)}\n${clientKey(address)}`;
    return createHmac('sha256', key).update(subject).digest('base64url').slice(0, 16);
  };
}
