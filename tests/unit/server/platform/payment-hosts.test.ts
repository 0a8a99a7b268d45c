import { expect, it } from 'vitest';
import type { PageApi } from '#server/core/page-dependencies.ts';
import { remotePaymentHosts } from '#server/platform/front.ts';

const none = { script: [], frame: [], connect: [], img: [] };

it('allows the forms and kits that the platform’s methods name, and asks again after a minute', async () => {
  let now = 0;
  let methods: object[] | null = [];
  const api = (async (row: string) =>
    row === 'GET /pay/config'
      ? { code: methods ? 0 : 90000, msg: '', data: methods }
      : { code: 0, msg: '', data: null }) as unknown as PageApi;
  const hosts = remotePaymentHosts(api, () => now);
  expect(await hosts()).toEqual(none);
  methods = [
    { frame_url: '' },
    { frame_url: 'https://cards.example/frame' },
    { frame_url: 'https://ocean.example/form?provider=ocean' },
    {
      frame_url: '',
      provider: 'airwallex',
      kit: { script_url: 'https://static.airwallex.com/components/sdk/v1/index.js' },
    },
    { frame_url: 'not an address' },
    { frame_url: '', provider: 'stripe', kit: { script_url: 'not an address' } },
  ];
  expect(await hosts()).toEqual(none);
  now += 60_000;
  const own = 'https://*.airwallex.com';
  const known = {
    script: [own],
    frame: ['https://cards.example', 'https://ocean.example', own],
    connect: [own],
    img: [own],
  };
  expect(await hosts()).toEqual(known);
  now += 60_000;
  methods = null;
  expect(await hosts()).toEqual(known);
});

/** Returns the payment hosts of a platform with these methods. */
function hostsOf(methods: object[]) {
  const api = async (key: string) => ({
    ...{ code: 0, msg: '' },
    data: key === 'GET /pay/config' ? methods : null,
  });
  return remotePaymentHosts(api as unknown as PageApi, () => 0)();
}

const kit = { public_key: 'pk_1', script_url: '', environment: '', is_authorize: false };

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
