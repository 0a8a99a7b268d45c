import { expect, it } from 'vitest';
import type { PageApi } from '#server/pages/local-api.ts';
import { remotePaymentHosts } from '#server/pages/remote-payment-hosts.ts';

/** Hosts of a platform whose methods are these. */
function hostsOf(methods: object[]) {
  const api = async (key: string) => ({
    ...{ code: 0, msg: '' },
    data: key === 'GET /pay/config' ? methods : null,
  });
  return remotePaymentHosts(api as unknown as PageApi, () => 0)();
}

const kit = { public_key: 'pk_1', script_url: '', is_authorize: false };

it('lets pages in front of another platform load its Stripe, or what plays it there', async () => {
  const real = await hostsOf([{ provider: 'stripe', frame_url: '', kit }]);
  expect(real.script).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com']);
  const script_url = 'http://localhost:4322/stripe/v3.js';
  const played = await hostsOf([{ provider: 'stripe', frame_url: '', kit: { ...kit, script_url } }]);
  expect([played.script, played.frame]).toEqual([['http://localhost:4322'], ['http://localhost:4322']]);
  expect(await hostsOf([{ provider: 'local', frame_url: '' }])).toEqual({
    ...{ script: [], frame: [], connect: [], img: [] },
  });
});
