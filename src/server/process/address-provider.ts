/** Who is asked for addresses: Google where there is a key, the sandbox in test mode, else nobody. */
import { googlePlaces } from '../checkout/google-places.ts';
import type { AddressProvider } from '../core/address-provider.ts';
import type { Env } from '../core/env.ts';
import { sandboxOf } from '../payments/providers.ts';

/** Public on purpose, as all keys of the sandbox: it knows invented streets only. */
const sandboxKey = 'atoll-sandbox-places';

/** @returns null for a shop that offers no suggestions */
export function openAddressProvider(env: Env, fetcher: typeof fetch): AddressProvider | null {
  if (env.GOOGLE_MAPS_API_KEY) {
    const google = { api: 'https://places.googleapis.com', key: env.GOOGLE_MAPS_API_KEY };
    // Google asks for its name beside suggestions that stand on no map.
    return googlePlaces({ ...google, attribution: 'Google Maps' }, fetcher);
  }
  const sandbox = sandboxOf(env);
  return sandbox && googlePlaces({ api: sandbox.api, key: sandboxKey, attribution: '' }, fetcher);
}
