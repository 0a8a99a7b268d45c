// @vitest-environment happy-dom
/** The country for which a browser requests delivery days, and the delivery line of a product page. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCountryList } from '#client/delivery/choose-country.ts';
import { updateDeliveryEstimate } from '#client/delivery/delivery-estimate.ts';
import { getVisitorLocation } from '#client/delivery/visitor-location.ts';
import { forbidStorage } from '../stores/storage.ts';

const inZone = (timeZone: string | undefined) =>
  vi.spyOn(Intl, 'DateTimeFormat').mockReturnValue({ resolvedOptions: () => ({ timeZone }) } as never);

let asked: string[] = [];
let options: (RequestInit | undefined)[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  options = [];
  inZone('Europe/Berlin');
  answer = async () => Response.json(told());
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(address);
    options.push(init);
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const told = (change: object = {}) => ({
  code: 0,
  msg: '',
  data: {
    ...{ arrives_to: 'DE', arrives: null, arrives_customised: null },
    words: { plain: 'Arrives Fri, Dec 4', customised: 'Arrives Wed, Dec 9', country: 'Germany' },
    ...change,
  },
});

describe('where things would be sent', () => {
  test('is the country of the last order, whatever the clock says', () => {
    localStorage.setItem('country', 'JP');
    expect(getVisitorLocation()).toEqual({ country_code: 'JP' });
  });

  test('is the zone of the browser where nothing was ordered, or the storage is forbidden', () => {
    expect(getVisitorLocation()).toEqual({ time_zone: 'Europe/Berlin' });
    localStorage.setItem('country', 'JP');
    const allow = forbidStorage();
    expect(getVisitorLocation()).toEqual({ time_zone: 'Europe/Berlin' });
    allow();
  });

  test.each(['', 'jp', 'JPN', 'J', 'J1', ' JP', 'JP\n', '"JP"', '<x>'])(
    'is not %j as a country',
    (stored) => {
      localStorage.setItem('country', stored);
      expect(getVisitorLocation()).toEqual({ time_zone: 'Europe/Berlin' });
    },
  );

  test.each([
    ['Etc/GMT+1', { time_zone: 'Etc/GMT+1' }],
    ['America/Port-au-Prince', { time_zone: 'America/Port-au-Prince' }],
    ['America/North_Dakota/New_Salem', { time_zone: 'America/North_Dakota/New_Salem' }],
    ['x'.repeat(64), { time_zone: 'x'.repeat(64) }],
    ['x'.repeat(65), {}],
    ['+01:00', {}],
    ['Central European Time', {}],
    ['', {}],
    [undefined, {}],
  ])('of a browser whose zone is %j', (zone, expected) => {
    inZone(zone);
    expect(getVisitorLocation()).toEqual(expected);
  });
});

describe('the line of arrival', () => {
  const home = ['Arrives Tue, Dec 1', 'Arrives Fri, Dec 4', 'United States'];
  const elsewhere = ['Arrives Fri, Dec 4', 'Arrives Wed, Dec 9', 'Germany'];

  function line(): HTMLElement {
    document.documentElement.lang = 'en';
    // happy-dom does not list data attributes without a value.
    document.body.innerHTML =
      `<p data-product="7" data-home="US"><span data-plain="true">${home[0]}</span>` +
      `<span data-customised="true" hidden>${home[1]}</span><button data-country="true">${home[2]}</button><select hidden></select></p>`;
    return document.querySelector('p')!;
  }
  const words = () => [...document.querySelectorAll('span, button')].map(({ textContent }) => textContent);

  test('says of another country what the shop answers for the product in the page’s language, each in its place', async () => {
    await updateDeliveryEstimate(line());
    expect(asked).toEqual(['/api/v1/storefront/delivery?time_zone=Europe%2FBerlin&product=7&lang=en']);
    expect(options).toEqual([{ credentials: 'omit' }]);
    expect(words()).toEqual(elsewhere);
    expect(document.querySelectorAll('[hidden]')).toHaveLength(2);
  });

  test('asks for the country of the last order, though the clock is the home country’s', async () => {
    inZone('America/New_York');
    localStorage.setItem('country', 'DE');
    await updateDeliveryEstimate(line());
    expect(asked).toEqual(['/api/v1/storefront/delivery?country_code=DE&product=7&lang=en']);
    expect(words()).toEqual(elsewhere);
  });

  test.each([
    ['its clock is the home country’s', 'America/New_York', null],
    ['the last order went home', 'Europe/Berlin', 'US'],
  ])('stays, and nobody is asked, where %s', async (_, zone, country) => {
    inZone(zone);
    if (country) localStorage.setItem('country', country);
    await updateDeliveryEstimate(line());
    expect([asked, words()]).toEqual([[], home]);
  });

  test('asks where the browser cannot tell zones of a country, and stays for the home country', async () => {
    const { prototype } = Intl.Locale as unknown as { prototype: { getTimeZones?: unknown } };
    const { getTimeZones } = prototype;
    delete prototype.getTimeZones;
    inZone('America/New_York');
    answer = async () => Response.json(told({ arrives_to: 'US' }));
    await updateDeliveryEstimate(line()).finally(() =>
      Object.defineProperty(prototype, 'getTimeZones', { configurable: true, value: getTimeZones }),
    );
    expect([asked.length, words()]).toEqual([1, home]);
  });

  test('says nothing where nothing is promised', async () => {
    answer = async () => Response.json(told({ words: { plain: '', customised: '', country: '' } }));
    await updateDeliveryEstimate(line());
    expect(words()).toEqual(['', '', '']);
  });

  test.each([
    ['a refusal', async () => Response.json({ code: 10404, msg: 'There is no such product.', data: null })],
    ['a page in place of an answer', async () => new Response('<h1>502</h1>', { status: 502 })],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('stays as it is after %s', async (_, failed) => {
    answer = failed;
    await expect(updateDeliveryEstimate(line())).rejects.toThrow();
    expect(words()).toEqual(home);
  });
});

describe('a country that is chosen', () => {
  const days: Record<string, () => Promise<Response>> = {
    US: async () =>
      Response.json(told({ words: { plain: 'Dec 1', customised: '', country: 'United States' } })),
    JP: async () => Response.json(told({ words: { plain: 'Dec 20', customised: '', country: 'Japan' } })),
  };
  async function opened(): Promise<{ shown: () => unknown[]; choose: (code: string) => Promise<void> }> {
    document.documentElement.lang = 'en';
    document.body.innerHTML =
      '<p class="arrival" data-product="7" data-home="US"><span data-plain="true">Dec 1</span><button data-country="true">United States</button><select hidden></select></p>';
    const countries = [
      { code: 'US', name: 'United States' },
      { code: 'JP', name: 'Japan' },
      { code: 'DE', name: 'Germany' },
    ];
    vi.stubGlobal('fetch', (address: string) => {
      if (address.startsWith('/api/v2/country'))
        return Promise.resolve(Response.json({ code: 0, msg: '', data: countries }));
      return days[new URL(address, 'https://shop.example').searchParams.get('country_code') ?? '']!();
    });
    // happy-dom has no Option constructor.
    vi.stubGlobal('Option', function option(text: string, value: string, _: boolean, selected: boolean) {
      return Object.assign(document.createElement('option'), { textContent: text, value, selected });
    });
    await openCountryList(document.querySelector('button')!);
    const list = document.querySelector('select')!;
    return {
      shown: () => [document.querySelector('span')?.textContent, list.value, localStorage.getItem('country')],
      choose: async (code) => {
        list.value = code;
        list.dispatchEvent(new Event('change'));
        await new Promise((resolve) => setTimeout(resolve));
      },
    };
  }

  test('is stored once its days are shown, the home country too', async () => {
    const { shown, choose } = await opened();
    await choose('JP');
    expect(shown()).toEqual(['Dec 20', 'JP', 'JP']);
    await choose('US');
    expect(shown()).toEqual(['Dec 1', 'US', 'US']);
  });

  test('is given up when its days cannot be fetched', async () => {
    const { shown, choose } = await opened();
    days.DE = () => Promise.reject(new TypeError('Failed to fetch'));
    await choose('DE');
    expect(shown()).toEqual(['Dec 1', 'US', null]);
  });

  test('keeps its days when an earlier choice is answered late', async () => {
    const { shown, choose } = await opened();
    let answerLate = () => {};
    days.DE = () =>
      new Promise((resolve) => {
        answerLate = () => resolve(Response.json(told()));
      });
    await choose('DE');
    await choose('JP');
    answerLate();
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toEqual(['Dec 20', 'JP', 'JP']);
  });
});
