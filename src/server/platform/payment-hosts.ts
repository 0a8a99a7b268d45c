/** Payment hosts of the platform at API_ORIGIN, read from the contract: where its frames and kits come from. */

import type { PageApi } from '../core/page-dependencies.ts';
import { noDependencies } from '../core/page-dependencies.ts';
import { joinHosts, type PaymentHosts, stripeOrigin } from '../payments/environment.ts';
import { withHosts } from '../payments/providers/redirect/browser-parts.ts';

const lasts = 60_000;

/**
 * Returns a function that answers the hosts known now, and asks again when they are a minute old. A platform that does
 * not answer leaves them as they were.
 */
export function remotePaymentHosts(api: PageApi, now: () => number): () => Promise<PaymentHosts> {
  let known: PaymentHosts = joinHosts(undefined, undefined);
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - askedAt < lasts) return known;
    askedAt = now();
    const [methods, payPal] = await Promise.all([
      api('GET /pay/config', { query: {} }, noDependencies()),
      api('GET /api/v1/paypal/multiple', { query: {} }, noDependencies()),
    ]);
    if (methods.code !== 0 || payPal.code !== 0) return known;
    const origins = (addresses: (string | undefined)[] = []) =>
      addresses.map(originOf).filter((origin) => origin !== undefined);
    const frames = origins(methods.data?.map((method) => method.frame_url));
    const stripe = methods.data?.find(({ provider }) => provider === 'stripe')?.kit;
    const kits = origins(
      methods.data?.map(({ provider, kit }) => (provider === 'stripe' ? undefined : kit?.script_url)),
    );
    const joined = joinHosts(
      frames[0],
      originOf(payPal.data?.sdk_url),
      stripe && originOf(stripeOrigin(stripe.script_url)),
    );
    known = withHosts(joined, frames, kits);
    return known;
  };
}

function originOf(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).origin : undefined;
}
