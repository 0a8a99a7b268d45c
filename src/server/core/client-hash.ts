/** A client's address as it is stored with what it did: comparable with itself, and without the shop's key no address. */
import { createHmac } from 'node:crypto';
import { serverKey } from '../settings/server-key.ts';
import { clientKey } from './client-address.ts';
import type { Services } from './services.ts';

/** @param address by TRUSTED_PROXIES; callers without one ('') count as one client */
export async function clientHash({ db, now }: Services, address: string): Promise<string> {
  const key = await serverKey(db, 'client', now());
  return createHmac('sha256', key).update(clientKey(address)).digest('base64url');
}
