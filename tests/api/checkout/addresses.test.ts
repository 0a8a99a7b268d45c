import { beforeAll, describe, expect, it } from 'vitest';
import { openAddressProvider } from '#server/process/start-services.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import type { TestShop } from '../harness.ts';
import { createPayShop } from '../payments/pay-shop.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Creates a shop and records its external requests in order. @param answer replaces the provider's response */
async function noting(env: Record<string, string> = {}, answer?: () => Response) {
  const shop = await createPayShop({ env });
  const sent: Sent[] = [];
  const onwards = shop.outside.fetch;
  shop.outside.fetch = async (address, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    sent.push({ url: String(address), headers: init?.headers as Record<string, string>, body });
    return answer ? answer() : onwards(address, init);
  };
  shop.services.addresses = openAddressProvider(shop.services.env, shop.services.fetch);
  return { shop, sent };
}

async function search(shop: TestShop, input: string, country_code?: string, path = '/') {
  const query = new URLSearchParams({
    input,
    session_token: 'one-search',
    ...(country_code && { country_code }),
  });
  const answer = await shop.visitor().send(`/api/v1/google-map?${query}`, {
    headers: { referer: `${shop.services.env.SITE_URL}${path}` },
  });
  const { data } = (await answer.json()) as { data: { place_id: string; description: string }[] };
  return data;
}
const lines = (found: { description: string }[]) => found.map(({ description }) => description);
const detail = (shop: TestShop, place_id: string) =>
  shop.visitor().call('GET /api/v1/google-map/detail', {
    query: { place_id, session_token: 'one-search' },
  });

describe('with the sandbox', () => {
  let shop: TestShop;
  let sent: Sent[];
  beforeAll(async () => {
    ({ shop, sent } = await noting());
  });

  it('suggests streets and cities of the country and fills the fields from the chosen one [CHK-19, API-040, API-041]', async () => {
    const found = await search(shop, '5 Main St, Seatt', 'US');
    expect(lines(found)).toEqual(['5 Main St, Seattle, WA 98104, United States']);
    expect((await detail(shop, found[0]!.place_id)).data).toEqual({
      address1: '5 Main St',
      city: 'Seattle',
      zip: '98104',
      province: 'WA',
      country_code: 'US',
    });
    expect(lines(await search(shop, '12 elm st portl', 'US'))).toEqual([
      '12 Elm St, Portland, OR 97204, United States',
      '12 Elm St, Portland, ME 04101, United States',
    ]);
    expect(lines(await search(shop, 'main', 'US'))).toHaveLength(5);
    expect(await search(shop, 'Portland', 'DE')).toEqual([]);
    expect(await search(shop, 'm', 'US')).toEqual([]);
    expect(lines(await search(shop, 'Gartenweg 3 Berl', 'DE'))).toEqual([
      'Gartenweg 3, Berlin, 10178, Germany',
    ]);
  });

  it('leaves empty what the provider does not say [API-041]', async () => {
    const [city] = await search(shop, 'Munich', 'DE');
    expect((await detail(shop, city!.place_id)).data).toEqual({
      ...{ address1: '', city: 'Munich', zip: '80331', province: '', country_code: 'DE' },
    });
  });

  it('answers an id that nobody gave with 10404 and sends none that would leave the address asked [API-041]', async () => {
    expect((await detail(shop, 'x')).code).toBe(10404);
    const before = sent.length;
    for (const id of ['..', '../..', 'a/b', 'a?b', 'ä']) expect((await detail(shop, id)).code).toBe(10404);
    expect(sent.length).toBe(before);
  });

  it('searches in the language of the page, and everywhere until a country is chosen [API-040]', async () => {
    const languages = { languages: ['en', 'de'].map((lang) => ({ lang, name: lang })), texts: {} };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, languages, shop.clock.now()),
    );
    expect(lines(await search(shop, 'Munich', undefined, '/de/1/checkouts/t'))).toEqual([
      'Munich, 80331, Deutschland',
    ]);
    expect(sent.at(-1)?.body).toEqual({
      input: 'Munich',
      languageCode: 'de',
      includedPrimaryTypes: ['street_address', 'premise', 'subpremise', 'route', 'locality'],
      sessionToken: 'one-search',
    });
  });
});

describe('with a key of Google’s', () => {
  const key = { GOOGLE_MAPS_API_KEY: 'key-of-the-shop' };

  it('asks as the Places API is documented, both questions as one session [API-040, API-041]', async () => {
    let said: unknown = {
      suggestions: [
        {
          placePrediction: {
            place: 'places/Chij_1-a',
            placeId: 'Chij_1-a',
            text: { text: '1 Elm St, Here' },
          },
        },
        { queryPrediction: { text: { text: 'elm' } } },
      ],
    };
    const { shop, sent } = await noting(key, () => Response.json(said));
    expect(await search(shop, ' 1 Elm ', 'US')).toEqual([
      { place_id: 'Chij_1-a', description: '1 Elm St, Here', attribution: 'Google Maps' },
    ]);
    expect(sent.at(-1)).toMatchObject({
      url: 'https://places.googleapis.com/v1/places:autocomplete',
      headers: { 'x-goog-api-key': 'key-of-the-shop' },
      body: { input: '1 Elm', includedRegionCodes: ['US'], languageCode: 'en', sessionToken: 'one-search' },
    });
    said = { postalAddress: { regionCode: 'US', addressLines: ['1 Elm St', 'Unit 2'], locality: 'Here' } };
    expect((await detail(shop, 'Chij_1-a')).data).toEqual({
      ...{ address1: '1 Elm St, Unit 2', city: 'Here', zip: '', province: '', country_code: 'US' },
    });
    expect(sent.at(-1)).toMatchObject({
      url: 'https://places.googleapis.com/v1/places/Chij_1-a?languageCode=en&sessionToken=one-search',
      headers: { 'x-goog-api-key': 'key-of-the-shop', 'x-goog-fieldmask': 'postalAddress' },
    });
  });

  it.each([
    ['refuses the key', () => Response.json({ error: { code: 403 } }, { status: 403 })],
    ['answers something else', () => new Response('<h1>Sorry</h1>')],
    [
      'is away',
      () => {
        throw new TypeError('no connection');
      },
    ],
  ])('leaves the shopper to type where the provider %s [API-040, API-041]', async (_, answer) => {
    const { shop } = await noting(key, answer);
    expect(await search(shop, '1 Elm', 'US')).toEqual([]);
    expect(await detail(shop, 'Chij_1-a')).toMatchObject({ code: 10404, data: null });
  });
});

it('offers nothing where nobody can be asked [API-040, API-041]', async () => {
  const { shop, sent } = await noting({ PAYMENTS: 'off' });
  expect(await search(shop, '5 Main St, Seatt', 'US')).toEqual([]);
  expect((await detail(shop, 'x')).code).toBe(10404);
  expect(sent).toEqual([]);
});
