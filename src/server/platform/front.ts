/**
 * Supports a storefront whose API is served by another platform (API_ORIGIN). That platform owns the database, visitors and jobs; this
 * process only renders pages. This module contains everything that differs in such a process.
 */
import { identifyCaller } from '../api/identify-caller.ts';
import { createEmptyPurgeFeed, type PurgeFeed } from '../cache/purge-feed.ts';
import { noPurgePolling } from '../cache/purge-poll.ts';
import type { Caller } from '../core/caller.ts';
import type { Env } from '../core/env.ts';
import { createPageDependencies, type PageApi } from '../core/page-dependencies.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';
import type { Services } from '../core/services.ts';
import type { Database } from '../db/database.ts';
import { getProviderHosts, joinHosts } from '../payments/providers.ts';
import { identifyStaff } from '../staff/identify-staff.ts';
import { remoteApi } from './remote-api.ts';

const lasts = 60_000;

/**
 * Returns a function that fetches the payment providers' hosts from the platform and caches them for a minute. If the platform does not
 * respond, the previous hosts remain in use.
 */
export function remotePaymentHosts(api: PageApi, now: () => number): () => Promise<PaymentHosts> {
  let hosts = joinHosts([]);
  let fetchedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - fetchedAt < lasts) return hosts;
    fetchedAt = now();
    const [methods, payPal] = await Promise.all([
      api('GET /pay/config', { query: {} }, createPageDependencies()),
      api('GET /api/v1/paypal/multiple', { query: {} }, createPageDependencies()),
    ]);
    if (methods.code !== 0 || payPal.code !== 0) return hosts;
    const ofMethods = (methods.data ?? []).flatMap(({ provider, frame_url, kit }) => {
      const [frame, script] = [originOf(frame_url), kit && originOf(kit.script_url)];
      return [
        frame ? { frame: [frame] } : {},
        script === undefined ? {} : getProviderHosts(provider, script),
      ];
    });
    const button = originOf(payPal.data?.sdk_url);
    hosts = joinHosts([...ofMethods, button ? getProviderHosts('paypal', button) : {}]);
    return hosts;
  };
}

/** Returns a URL's origin; '' if there is no URL, undefined if the URL is invalid. */
function originOf(address = ''): string | undefined {
  return address === '' ? '' : URL.parse(address)?.origin;
}

/** Returns whether another platform serves the API. */
export function usesRemoteApi({ API_ORIGIN }: Pick<Env, 'API_ORIGIN'>): boolean {
  return API_ORIGIN !== undefined;
}

/** Returns stubs for the services that are not needed if another platform serves the API; null if this shop serves its own API. */
export function createStubServices(env: Env): { db: Database; purges: PurgeFeed } | null {
  return usesRemoteApi(env) ? { db: noDatabase(), purges: createEmptyPurgeFeed() } : null;
}

/** Returns a client for the other platform's API, from which pages read their data; null if this shop serves its own API. */
export function createPlatformApi(services: Services): PageApi | null {
  const { API_ORIGIN } = services.env;
  return API_ORIGIN ? remoteApi(services, API_ORIGIN) : null;
}

/**
 * Returns the page options for a storefront whose API is served by another platform: how pages are cached, and the hosts from which they
 * may load frames and scripts. Null if this shop serves its own API.
 */
export function getRemoteApiPageOptions({ env, now }: Services, api: PageApi) {
  return usesRemoteApi(env)
    ? { hosts: remotePaymentHosts(api, now), purges: noPurgePolling, staleSeconds: 0 }
    : null;
}

const adminPages = /^\/admin(?:[/?]|$)/;

/**
 * Identifies the caller of a page, for pages of the admin with the member of staff. Returns the caller unchanged if another platform serves the API, because cookies and tokens
 * then belong to that platform.
 */
export async function recogniseUnlessRemote(
  services: Parameters<typeof identifyCaller>[0],
  caller: Caller,
  address: string,
) {
  if (usesRemoteApi(services.env)) return caller;
  const identified = await identifyCaller(services, caller);
  return adminPages.test(address) ? identifyStaff(services, identified) : identified;
}

/**
 * Returns a database that throws on any use: with API_ORIGIN set, every request goes to the platform, so code that needs a database is a
 * bug.
 */
function noDatabase(): Database {
  const absent = (): never => {
    throw new Error('There is no local database while API_ORIGIN is set.');
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
