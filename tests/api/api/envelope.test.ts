import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { couponRequirementTexts } from '#lib/messages/api-errors.ts';
import { createApp } from '#server/api/app.ts';
import { Failure } from '#server/core/failure.ts';
import type { Handlers } from '#server/core/handler.ts';
import { DatabaseUnavailableError } from '#server/db/lost-connection.ts';
import { apiListener } from '#server/platform/api-listener.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let seen: unknown[] = [];
let thrown: Error | null = null;

const handlers: Handlers = {
  'GET /api/v1/getSysTime': (_input, context) => ({ current_time: context.now }),
  'GET /api/v1/order/tip/config/': () => ({ enabled: false, options: [], custom_allowed: false }),
  'POST /api/v1/order/extend/:id': (input) => {
    seen.push(input);
    if (thrown) throw thrown;
    return {};
  },
  'POST /api/v1/cart/variant/price': () => [],
  'GET /api/v1/comments': (input) => {
    seen.push(input.query);
    return { total: 0, list: [] };
  },
  'GET /api/v1/order/lookup': () => null,
  'GET /api/v1/order/:id': () => {
    throw new Failure(codes.notAllowed, 'Not your order.');
  },
};

beforeAll(async () => {
  shop = await createTestShop();
});

async function send(path: string, init: RequestInit = {}) {
  seen = [];
  const response = await createApp(shop.services, { handlers }).request(path, init);
  return { status: response.status, headers: response.headers, ...(await response.json()) };
}

const post = (path: string, body: BodyInit | null, type = 'application/json') =>
  send(path, { method: 'POST', body, headers: { 'content-type': type } });
const extend = '/api/v1/order/extend/A1';

describe('the envelope (R50)', () => {
  it('of a write goes out though nobody can say afterwards what was purged', async () => {
    const hear = () => Promise.reject(new Error('no database'));
    const server = createServer(apiListener(shop.services, hear)).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/cart/variant/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[]',
    });
    expect([answer.status, await answer.json()]).toEqual([200, { code: 0, msg: '', data: [] }]);
    server.close();
  });

  it('carries code 0, an empty msg and data with HTTP 200, and is never stored [ERR-01, API-095]', async () => {
    const answer = await send('/api/v1/getSysTime');
    expect(answer).toMatchObject({ status: 200, code: 0, msg: '', data: { current_time: shop.clock.now() } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('answers business refusals with HTTP 200 and the words of the refusal', async () => {
    expect(await send('/api/v1/order/A1')).toMatchObject({
      status: 200,
      code: 10403,
      msg: 'Not your order.',
      data: null,
    });
  });

  it('says a refusal in the language of the page that asked; in the shop’s own words to its own pages, to strangers and where a language has none', async () => {
    const german = { refusal10403: 'Das gehört jemand anderem.' };
    const spoken = ['en', 'de', 'fr'].map((lang) => ({ lang, name: lang }));
    const languages = { languages: spoken, texts: { de: german }, widget: '' };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, languages, shop.clock.now()),
    );
    const said = async (referer: string) => (await send('/api/v1/order/A1', { headers: { referer } })).msg;
    expect(await said('http://shop.example/de/fulfillment?order_no=A1')).toBe(german.refusal10403);
    for (const path of ['/fulfillment', '/fr/fulfillment', '/it/fulfillment', '/design'])
      expect(await said(`http://shop.example${path}`), path).toBe('Not your order.');
    expect(await said('no address')).toBe('Not your order.');
    const page = 'http://shop.example/de/cart';
    const other = { ...languages, texts: { de: { ...german, refusal10403: 'Anders.' } } };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, other, shop.clock.now()),
    );
    expect(await said(page)).toBe('Anders.');
    // The shop's own language can be overridden as well: the text of a code and any other error text.
    const own = { refusal10403: 'Not yours.', invalidEmailMsg: 'That is no address' };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, { ...other, texts: { en: own } }, 1),
    );
    for (const path of ['/cart', '/it/cart', '/de/cart'].map((each) => `http://shop.example${each}`))
      expect(await said(path), path).toBe(path.includes('/de/') ? 'Not your order.' : 'Not yours.');
    expect(await said('no address')).toBe('Not yours.');
    const quoted = 'Please enter a valid email address';
    for (const [sentence, answer] of [
      [quoted, own.invalidEmailMsg],
      [`address.email: ${quoted}`, `address.email: ${own.invalidEmailMsg}`],
      [`${quoted}, please`, `${quoted}, please`],
    ] as const) {
      thrown = new Failure(codes.badParameter, sentence);
      expect((await post(extend, '{}')).msg).toBe(answer);
    }
    thrown = null;
  });

  it('says a failure in the language of the page that asked, with its reference, also while the database is away [CR-6]', async () => {
    const spoken = ['en', 'de'].map((lang) => ({ lang, name: lang }));
    const texts = { de: { refusal90000: 'Bei uns ist etwas schiefgegangen. Referenz {reference}.' } };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, { languages: spoken, texts, widget: '' }, 1),
    );
    const app = createApp(shop.services, { handlers });
    const failed = async (error: Error, path: string) => {
      thrown = error;
      const headers = { referer: `http://shop.example${path}`, 'content-type': 'application/json' };
      const response = await app.request(extend, { method: 'POST', body: '{}', headers });
      thrown = null;
      return (await response.json()).msg;
    };
    for (const error of [new Error('broken'), new DatabaseUnavailableError('closed')]) {
      expect(await failed(error, '/de/cart')).toMatch(
        /^Bei uns ist etwas schiefgegangen\. Referenz [0-9a-f]{12}\.$/,
      );
      expect(await failed(error, '/cart')).toMatch(
        /^Something went wrong on our side\. Reference [0-9a-f]{12}\.$/,
      );
    }
  });

  it('says what a code needs in the language of the page that asked [DISC-30]', async () => {
    const texts = { de: { couponNeeds: '{0} gilt ab {1}, du hast {2}.' } };
    const spoken = ['en', 'de'].map((lang) => ({ lang, name: lang }));
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, { languages: spoken, texts, widget: '' }, 2),
    );
    const why = { desc: couponRequirementTexts.couponNeeds, params: ['TEN', '$120.00', '$0.00'] };
    thrown = new Failure(codes.couponConditionsNotMet, '', 0, { ...why, seoUrl: 'ten', title: 'Ten off' });
    const headers = { referer: 'http://shop.example/de/cart', 'content-type': 'application/json' };
    const said = await send('/api/v1/order/A1', { headers });
    const german = await send(extend, { method: 'POST', body: '{}', headers });
    thrown = null;
    expect(said).not.toHaveProperty('reason');
    expect(german).toMatchObject({
      ...{ code: 30002, data: null },
      reason: { text: 'TEN gilt ab $120.00, du hast $0.00.', seo_url: 'ten', title: 'Ten off' },
    });
  });

  it('answers an unknown path, an unknown method and a row without handler with 404 and 10404', async () => {
    expect(await send('/api/v1/nowhere')).toMatchObject({ status: 404, code: 10404, data: null });
    expect(await send('/api/v1/getSysTime', { method: 'DELETE' })).toMatchObject({
      status: 404,
      code: 10404,
    });
    expect(await send('/api/v1/popups')).toMatchObject({ status: 404, code: 10404 });
  });

  it('answers a failure with 500 and 90000 and an id, without a word about its cause', async () => {
    thrown = new Error('select * from secrets');
    const answer = await post(extend, '{}');
    thrown = null;
    expect(answer).toMatchObject({ status: 500, code: 90000, data: null });
    expect(answer.msg).toMatch(/Reference [0-9a-f]{12}/);
    expect(JSON.stringify(answer)).not.toContain('secrets');
  });

  it('answers with and without a trailing slash', async () => {
    expect(await send('/api/v1/order/tip/config')).toMatchObject({ code: 0 });
    expect(await send('/api/v1/order/tip/config/')).toMatchObject({ code: 0 });
  });

  it('prefers a fixed address to one with a parameter', async () => {
    expect(await send('/api/v1/order/lookup?order_no=A1')).toMatchObject({ code: 0, data: null });
  });
});

describe('bodies (R50)', () => {
  it('refuses malformed JSON with HTTP 400 and 10001', async () => {
    expect(await post(extend, '{"note":')).toMatchObject({ status: 400, code: 10001 });
  });

  it('refuses bytes that are not UTF-8 with HTTP 400', async () => {
    expect(await post(extend, new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toMatchObject({
      status: 400,
      code: 10001,
    });
  });

  it('refuses any other content type and any other charset with 10001 [ERR-07]', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      '',
    ]) {
      const answer = await post(extend, '{"note":"x"}', type);
      expect(answer).toMatchObject({ status: 200, code: 10001 });
      expect(answer.msg).toContain('application/json');
    }
  });

  it('takes an empty body as {}', async () => {
    expect(await send(extend, { method: 'POST' })).toMatchObject({ code: 0 });
    expect(seen).toEqual([{ params: { id: 'A1' }, query: undefined, body: {} }]);
  });

  it('refuses a body over 1 MiB with 413, and over 64 KiB on the bag’s calls', async () => {
    const kib = (count: number) => JSON.stringify({ note: 'x'.repeat(count * 1024) });
    expect(await post(extend, kib(1025))).toMatchObject({ status: 413, code: 10001 });
    expect(await post(extend, kib(100))).toMatchObject({ status: 200, code: 10001 });
    expect(await post('/api/v1/cart/variant/price', kib(65))).toMatchObject({ status: 413, code: 10001 });
  });

  it('refuses a stream that is longer than it said', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024));
    let sent = 0;
    const body = new ReadableStream({
      pull: (stream) => (sent++ < 40 ? stream.enqueue(chunk) : stream.close()),
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    expect(await send(extend, init as RequestInit)).toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(40);
  });

  it('refuses nesting, lists, numbers and NUL characters beyond reason', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    for (const body of [deep, `[${'1,'.repeat(1000)}1]`, '{"note":1e999}', '{"note":"\\u0000"}']) {
      expect(await post(extend, body)).toMatchObject({ status: 200, code: 10001 });
    }
  });

  it('names the field and what is wrong in one sentence', async () => {
    const say = async (body: unknown) => (await post(extend, JSON.stringify(body))).msg;
    expect(await say({ note: 5 })).toBe('note must be a text.');
    expect(await say({ note: 'x'.repeat(1001) })).toBe('note must have at most 1000 characters.');
    expect(await say([])).toBe('The body must be an object.');
    expect(await say({ extra_params: { a: [] } })).toBe('extra_params.a has a value of the wrong type.');
    expect((await post('/api/v1/cart/variant/price', '[{"variant_id":1}]')).msg).toBe(
      '[0].product_id is missing.',
    );
  });

  it('drops fields it does not know, on the way to the handler', async () => {
    await post(extend, '{"note":"hello","is_admin":true,"__proto__":{"a":1}}');
    expect(seen).toEqual([{ params: { id: 'A1' }, query: undefined, body: { note: 'hello' } }]);
  });
});

describe('queries', () => {
  it('reads page_num as R93 says and refuses a page_size over 1000 [PAY-08]', async () => {
    await send('/api/v1/comments?product_id=3&page_num=abc');
    expect(seen).toMatchObject([{ product_id: 3, page_num: 1, page_size: 10 }]);
    await send('/api/v1/comments?product_id=3&page_num=-4&page_size=1000');
    expect(seen).toMatchObject([{ page_num: 1, page_size: 1000 }]);
    expect(await send('/api/v1/comments?product_id=3&page_size=1001')).toMatchObject({
      code: 10001,
      msg: 'page_size must be at most 1000.',
    });
  });

  it('says what is missing', async () => {
    expect(await send('/api/v1/comments')).toMatchObject({
      code: 10001,
      msg: 'product_id must be a number.',
    });
  });
});
