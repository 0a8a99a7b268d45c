import { expect, it } from 'vitest';
import type { PageApi } from '#server/pages/local-api.ts';
import { remotePaymentHosts } from '#server/pages/remote-payment-hosts.ts';

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
    { frame_url: '', kit: { url: 'https://static.airwallex.com/components/sdk/v1/index.js' } },
    { frame_url: 'not an address' },
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
