import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { withMailTokens } from '#server/mail/mail-tokens.ts';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { newsletterTokenResolvers } from '#server/marketing/newsletter-welcome.ts';
import { newsletterSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const key = 'POST /api/v1/customer/subscribe';
let shop: TestShop;
let visitor: Visitor;

beforeEach(async () => {
  shop = await createTestShop({ env: { SITE_URL: 'https://marram.example' } });
  visitor = shop.visitor();
});

const list = () => shop.db.read.selectFrom('subscribers').selectAll().orderBy('id').execute();
const mails = () => shop.db.read.selectFrom('mails').selectAll().orderBy('id').execute();
const subscribe = (email: string, source_type = 2, utm_term?: string) =>
  visitor.call(key, { body: { email, source_type, ...(utm_term !== undefined && { utm_term }) } });

/** Returns an email as sent. */
async function mailTo(email: string) {
  const { dedupe_key = '' } = (await mails()).find(({ to_address }) => to_address === email) ?? {};
  return withMailTokens(
    shop.services,
    (await readUnsentMail(shop.db, dedupe_key))!,
    newsletterTokenResolvers,
  );
}

async function codeOf(email: string): Promise<string> {
  const { unsubscribeUrl = '' } = await mailTo(email);
  return new URL(unsubscribeUrl).searchParams.get('aesCode') ?? '';
}

describe('subscribing', () => {
  it('stores the address with source and term [API-112, NEWS-07]', async () => {
    expect(await subscribe(' Ada@Example.com ', 8, 'linen')).toMatchObject({ code: 0, data: { code: '' } });
    expect(await list()).toMatchObject([
      {
        email: 'ada@example.com',
        source_type: 8,
        utm_term: 'linen',
        is_subscribed: 1,
        created_at: shop.clock.now(),
      },
    ]);
  });

  it('answers the same for an address already listed, and keeps where it came from [API-112, NEWS-04]', async () => {
    const first = await subscribe('ada@example.com', 2);
    expect(await subscribe('ADA@example.com', 3, 'other')).toEqual(first);
    expect(await list()).toMatchObject([{ source_type: 2, utm_term: '' }]);
    expect(await mails()).toHaveLength(1);
  });

  it('refuses what is no address, a plus sign too, in the words of the field [NEWS-05]', async () => {
    const odd = ["o'brien@example.com", 'a@b.photography', 'max@büro.de', 'max@xn--bro-hoa.de', 'a@ｂ.com'];
    for (const email of ['', 'a@b', 'a+b@c.com', '.a@b.com', ...odd]) {
      const answer = await subscribe(email);
      expect(answer).toMatchObject({ code: codes.badParameter, msg: 'Please enter a valid email address' });
    }
    expect(await list()).toEqual([]);
  });

  it('gives a popup its code, and no other box [API-112, NEWS-09]', async () => {
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'newsletter', newsletterSettings, { popupCode: 'HELLO10' }, shop.clock.now()),
    );
    expect(await subscribe('ada@example.com', 1)).toMatchObject({ data: { code: 'HELLO10' } });
    expect(await subscribe('bob@example.com', 2)).toMatchObject({ data: { code: '' } });
  });

  it('is limited for one address', async () => {
    const answers = [];
    for (let n = 0; n < 11; n++)
      answers.push(
        (await shop.visitor().call(key, { body: { email: 'ada@example.com', source_type: 2 } })).code,
      );
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(answers[10]).toBe(codes.tooManyRequests);
  });
});

describe('leaving', () => {
  it('reads and changes the status by the code of a mail [NEWS-15, API-085, API-086]', async () => {
    await subscribe('ada@example.com');
    const aesCode = await codeOf('ada@example.com');
    expect(aesCode).not.toContain('ada');
    expect(await visitor.data('GET /api/v1/customer/subscribe/status', { query: { aesCode } })).toEqual({
      status: 1,
    });
    const put = (status: '0' | '1') =>
      visitor.data('PUT /api/v1/customer/subscribe/status', { query: { aesCode, status } });
    expect(await put('0')).toEqual({ status: 0 });
    expect(await list()).toMatchObject([{ is_subscribed: 0 }]);
    expect(await put('1')).toEqual({ status: 1 });
    expect(await list()).toMatchObject([{ is_subscribed: 1 }]);
  });

  it('knows no code that it has not made [NEWS-15, API-085, API-086]', async () => {
    await subscribe('ada@example.com');
    const aesCode = await codeOf('ada@example.com');
    const last = aesCode.at(-5) === 'A' ? 'B' : 'A';
    const spoiled = aesCode.slice(0, -5) + last + aesCode.slice(-4);
    for (const code of ['x', 'ada@example.com', spoiled]) {
      const read = await visitor.call('GET /api/v1/customer/subscribe/status', { query: { aesCode: code } });
      const change = await visitor.call('PUT /api/v1/customer/subscribe/status', {
        query: { aesCode: code, status: '0' },
      });
      expect([read.code, change.code]).toEqual([codes.badLink, codes.badLink]);
    }
    expect(await list()).toMatchObject([{ is_subscribed: 1 }]);
  });

  it('works with one click from a mail program; opening the link changes nothing [NEWS-16]', async () => {
    await subscribe('ada@example.com');
    const { unsubscribeUrl = '' } = await mailTo('ada@example.com');
    const { pathname, search, origin } = new URL(unsubscribeUrl);
    expect(origin).toBe('https://marram.example');
    const opened = await visitor.send(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toMatch(
      /^https:\/\/marram\.example\/pages\/unsubscribe\?aesCode=/,
    );
    expect(await list()).toMatchObject([{ is_subscribed: 1 }]);
    const clicked = await visitor.send(pathname + search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(204);
    expect(await list()).toMatchObject([{ is_subscribed: 0 }]);
  });

  it('lets one come back by subscribing again', async () => {
    await subscribe('ada@example.com');
    const aesCode = await codeOf('ada@example.com');
    await visitor.data('PUT /api/v1/customer/subscribe/status', { query: { aesCode, status: '0' } });
    await subscribe('ada@example.com');
    expect(await list()).toMatchObject([{ is_subscribed: 1 }]);
  });
});
