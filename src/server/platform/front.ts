/**
 * A shop in front of another platform (API_ORIGIN): that platform has database, visitors and jobs, this process only pages. What
 * such a process does otherwise is decided here.
 */
import { recognise } from '../api/visitor.ts';
import { type PurgeFeed, silentPurgeFeed } from '../cache/purge-feed.ts';
import { noPurges } from '../cache/purge-watch.ts';
import type { Caller } from '../core/caller.ts';
import type { Env } from '../core/env.ts';
import { noDependencies, type PageApi } from '../core/page-dependencies.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';
import type { Services } from '../core/services.ts';
import type { Database } from '../db/database.ts';
import { hostsOf, joinHosts } from '../payments/providers.ts';
import { remoteApi } from './remote-api.ts';

const lasts = 60_000;

/**
 * Returns a function that answers the hosts known now, and asks again when they are a minute old. A platform that does
 * not answer leaves them as they were.
 */
export function remotePaymentHosts(api: PageApi, now: () => number): () => Promise<PaymentHosts> {
  let hosts = joinHosts([]);
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - askedAt < lasts) return hosts;
    askedAt = now();
    const [methods, payPal] = await Promise.all([
      api('GET /pay/config', { query: {} }, noDependencies()),
      api('GET /api/v1/paypal/multiple', { query: {} }, noDependencies()),
    ]);
    if (methods.code !== 0 || payPal.code !== 0) return hosts;
    const ofMethods = (methods.data ?? []).flatMap(({ provider, frame_url, kit }) => {
      const [frame, script] = [originOf(frame_url), kit && originOf(kit.script_url)];
      return [frame ? { frame: [frame] } : {}, script === undefined ? {} : hostsOf(provider, script)];
    });
    const button = originOf(payPal.data?.sdk_url);
    hosts = joinHosts([...ofMethods, button ? hostsOf('paypal', button) : {}]);
    return hosts;
  };
}

/** '' for none, undefined for what is no address. */
function originOf(address = ''): string | undefined {
  return address === '' ? '' : URL.parse(address)?.origin;
}

/** Whether another platform answers the API. */
export function isFront({ API_ORIGIN }: Pick<Env, 'API_ORIGIN'>): boolean {
  return API_ORIGIN !== undefined;
}

/** Services that a front does without; null for a shop of its own. */
export function frontServices(env: Env): { db: Database; purges: PurgeFeed } | null {
  return isFront(env) ? { db: noDatabase(), purges: silentPurgeFeed() } : null;
}

/** The API that a front's pages read; null for a shop of its own. */
export function frontApi(services: Services): PageApi | null {
  const { API_ORIGIN } = services.env;
  return API_ORIGIN ? remoteApi(services, API_ORIGIN) : null;
}

/** How a front caches pages, and whose frames and kits they may load; null for a shop of its own. */
export function frontPages({ env, now }: Services, api: PageApi) {
  return isFront(env) ? { hosts: remotePaymentHosts(api, now), purges: noPurges, staleSeconds: 0 } : null;
}

/** The caller as `recognise` knows it. A front passes cookies and logins on as they came: they are the platform's. */
export async function recogniseUnlessFront(services: Parameters<typeof recognise>[0], caller: Caller) {
  return isFront(services.env) ? caller : recognise(services, caller);
}

/** Every call goes to the platform; code that asks for a database is a bug. */
function noDatabase(): Database {
  const absent = (): never => {
    throw new Error('Behind API_ORIGIN there is no database of our own.');
  };
  return {
    dialect: 'sqlite',
    get read() {
      return absent();
    },
    get write() {
      return absent();
    },
    transaction: async () => absent(),
    snapshot: async () => absent(),
    get maintenance() {
      return absent();
    },
    close: async () => {},
  };
}
