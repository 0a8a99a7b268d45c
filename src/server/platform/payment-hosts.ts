/** Payment hosts of the platform at API_ORIGIN, read from the contract: where its frames and kits come from. */
import { noDependencies, type PageApi } from '../core/page-dependencies.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';
import { hostsOf, joinHosts } from '../payments/providers.ts';

const lasts = 60_000;

/**
 * Returns a function that answers the hosts known now, and asks again when they are a minute old. A platform that does
 * not answer leaves them as they were.
 */
export function remotePaymentHosts(api: PageApi, now: () => number): () => Promise<PaymentHosts> {
  let known = joinHosts([]);
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - askedAt < lasts) return known;
    askedAt = now();
    const [methods, payPal] = await Promise.all([
      api('GET /pay/config', { query: {} }, noDependencies()),
      api('GET /api/v1/paypal/multiple', { query: {} }, noDependencies()),
    ]);
    if (methods.code !== 0 || payPal.code !== 0) return known;
    const ofMethods = (methods.data ?? []).flatMap(({ provider, frame_url, kit }) => {
      const [frame, script] = [originOf(frame_url), kit && originOf(kit.script_url)];
      return [frame ? { frame: [frame] } : {}, script === undefined ? {} : hostsOf(provider, script)];
    });
    const button = originOf(payPal.data?.sdk_url);
    known = joinHosts([...ofMethods, button ? hostsOf('paypal', button) : {}]);
    return known;
  };
}

/** '' for none, undefined for what is no address. */
function originOf(address = ''): string | undefined {
  return address === '' ? '' : URL.parse(address)?.origin;
}
