/** Only a cookie that the shop has issued identifies a visitor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callerFromHeaders } from '#server/api/caller.ts';
import { hashVisitorCookie } from '#server/core/identity.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { recogniseUnlessRemote } from '#server/platform/front.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { signedVisitor } from '../harness/signed-visitor.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, bagOf, createOrderShop, order } from '../orders/fixture.ts';

let shop: TestShop;
let secure: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  [shop, secure] = await Promise.all([
    createOrderShop(),
    createOrderShop({ env: { SITE_URL: 'https://marram.example' } }),
  ]);
  bowl = await addProduct(shop, { price: 2000, stock: 100 });
  await addProduct(secure, { price: 2000, stock: 100 });
});

const made = 'A'.repeat(43);

/** Opens a checkout with these cookies. @returns the Set-Cookie lines of the response */
async function openAs(cookie: string, at = shop): Promise<string[]> {
  const answer = await at.visitor().send('/api/v1/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(bagOf([bowl])),
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
  return answer.headers.getSetCookie();
}

/** Returns the newest open checkout of these cookies. */
async function newestOf(cookie: string, at = shop) {
  const answer = await at.visitor().send('/api/v1/storefront/checkouts', { headers: { cookie } });
  return ((await answer.json()) as { data: { token: string } | null }).data;
}

const sent = (line = '') => line.split(';')[0] ?? '';

describe('the visitor cookie', () => {
  it('counts for nothing when the shop has not issued it: no two clients share a checkout', async () => {
    const unissued = [`visitor=${made}`, `visitor=${made}.${made}`, `visitor=${made}.`, 'visitor=x.y'];
    for (const cookie of unissued) {
      const [issued] = await openAs(cookie);
      expect(issued).toMatch(
        /^visitor=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
      );
      expect(await newestOf(cookie)).toBeNull();
      expect(await newestOf(sent(issued))).not.toBeNull();
      expect(await openAs(sent(issued))).toEqual([]);
    }
  });

  it('counts beside another of its name that is not ours, wherever it stands', async () => {
    const own = await signedVisitor(shop.services);
    await openAs(own);
    const newest = await newestOf(own);
    expect(newest).not.toBeNull();
    expect(await newestOf(`visitor=${made}; ${own}`)).toEqual(newest);
    expect(await newestOf(`${own}; visitor=${made}.${made}`)).toEqual(newest);
    expect(await openAs(`visitor=${made}; ${own}`)).toEqual([]);
  });

  it('counts for nothing beside another visitor’s: which is the browser’s own cannot be told', async () => {
    const [one, other] = await Promise.all([signedVisitor(shop.services), signedVisitor(shop.services)]);
    await openAs(one);
    expect(await newestOf(`${one}; ${other}`)).toBeNull();
    expect(await newestOf(`${one}; ${one}`)).not.toBeNull();
  });

  it('is bound to the origin on https, where a neighbour’s cookie of the plain name says nothing', async () => {
    const [issued, ...more] = await openAs('', secure);
    expect(issued).toMatch(
      /^__Host-visitor=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(more).toEqual([]);
    expect(await newestOf(sent(issued), secure)).not.toBeNull();
    expect(await newestOf(sent(issued).replace('__Host-', ''), secure)).toBeNull();
  });

  it('is another shop’s where the key is another', async () => {
    const theirs = await signedVisitor(secure.services, made);
    expect(await newestOf(theirs.replace('__Host-', ''))).toBeNull();
  });
});

it('in front of another platform the cookie is that platform’s, and no database is asked', async () => {
  const caller = callerFromHeaders(new Headers({ cookie: `visitor=${made}` }), '203.0.113.1', () => false);
  const services = { env: { ...shop.services.env, API_ORIGIN: 'https://other.example' }, now: Date.now };
  expect(await recogniseUnlessRemote({ ...services, db: {} as never }, caller, '/admin')).toBe(caller);
});

describe('a cookie of the time before they were signed', () => {
  const month = 30 * 86_400_000;

  /** Creates an order of a browser that still has the old, unsigned cookie. */
  async function earlyOrder(at: TestShop, early: string): Promise<string> {
    const visitor = at.visitor();
    const { orderNo } = await order(visitor, [bowl]);
    const visitor_hash = hashVisitorCookie(early);
    await at.db.write.updateTable('orders').set({ visitor_hash }).where('order_no', '=', orderNo).execute();
    const known_until = at.clock.now() + month;
    await at.db.write.insertInto('known_visitors').values({ visitor_hash, known_until }).execute();
    return orderNo;
  }

  it('goes on opening its orders, and is replaced by a signed one of the same visitor', async () => {
    const early = 'e'.repeat(43);
    const orderNo = await earlyOrder(shop, early);
    const read = (cookie: string) => shop.visitor().send(`/api/v1/order/${orderNo}`, { headers: { cookie } });
    const answer = await read(`visitor=${early}`);
    expect(await answer.json()).toMatchObject({ code: 0 });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toEqual([expect.stringContaining(`visitor=${early}.`)]);
    const next = await read(sent(cookies[0]));
    expect(await next.json()).toMatchObject({ code: 0 });
    expect(next.headers.getSetCookie()).toEqual([]);
  });

  it('leaves the browser with the cookie of the new name alone on https', async () => {
    const early = 'f'.repeat(43);
    const orderNo = await earlyOrder(secure, early);
    const headers = { cookie: `visitor=${early}` };
    const cookies = (
      await secure.visitor().send(`/api/v1/order/${orderNo}`, { headers })
    ).headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringContaining(`__Host-visitor=${early}.`),
      expect.stringMatching(/^visitor=; Path=\/; Max-Age=0/),
    ]);
  });

  it('is exchanged once: calls of the same page are still known by it, and a minute later nobody is', async () => {
    const early = 'g'.repeat(43);
    const orderNo = await earlyOrder(secure, early);
    const read = () =>
      secure.visitor().send(`/api/v1/order/${orderNo}`, { headers: { cookie: `visitor=${early}` } });
    const answers = await Promise.all([read(), read(), read(), openAs(`visitor=${early}`, secure)]);
    const codes = await Promise.all(
      answers.slice(0, 3).map(async (answer) => (await (answer as Response).json()).code),
    );
    expect(codes).toEqual([0, 0, 0]);
    const given = answers.flatMap((answer) =>
      answer instanceof Response ? answer.headers.getSetCookie() : answer,
    );
    // Above all no response may set a new visitor's cookie, which would replace this one.
    expect(given).toEqual([
      expect.stringContaining(`__Host-visitor=${early}.`),
      expect.stringMatching(/^visitor=; Path=\/; Max-Age=0/),
    ]);
    secure.clock.advance(50_000);
    const belated = await read();
    expect(await belated.json()).toMatchObject({ code: 0 });
    expect(belated.headers.getSetCookie()).toEqual([]);
    secure.clock.advance(11_000);
    const late = await read();
    expect(await late.json()).toMatchObject({ code: 10403 });
    expect(late.headers.getSetCookie()).toEqual([]);
    const signed = { headers: { cookie: sent(given[0]) } };
    const own = await secure.visitor().send(`/api/v1/order/${orderNo}`, signed);
    expect(await own.json()).toMatchObject({ code: 0 });
  });

  it('is not exchanged by a call that is refused, whose answer has no cookie', async () => {
    const early = 'h'.repeat(43);
    const orderNo = await earlyOrder(secure, early);
    const headers = { cookie: `visitor=${early}` };
    const refused = await secure.visitor().send('/api/v1/order/AAAAA-AAAAA', { headers });
    expect(await refused.json()).toMatchObject({ code: 10403 });
    const answer = await secure.visitor().send(`/api/v1/order/${orderNo}`, { headers });
    expect(answer.headers.getSetCookie()).toHaveLength(2);
  });

  it('ends a month after the update, and is forgotten', async () => {
    const early = 'i'.repeat(43);
    const orderNo = await earlyOrder(secure, early);
    secure.clock.advance(month);
    const headers = { cookie: `visitor=${early}` };
    const answer = await secure.visitor().send(`/api/v1/order/${orderNo}`, { headers });
    expect(await answer.json()).toMatchObject({ code: 10403 });
    await runDueJobs(secure.services, {}, [housekeepingJob]);
    expect(await secure.db.read.selectFrom('known_visitors').selectAll().execute()).toEqual([]);
  });

  it('says nothing when no order and no checkout of that time knows it', async () => {
    const late = 'l'.repeat(43);
    await shop.db.write
      .updateTable('orders')
      .set({ visitor_hash: hashVisitorCookie(late) })
      .execute();
    const { order_no } = await shop.db.read.selectFrom('orders').select('order_no').executeTakeFirstOrThrow();
    const answer = await shop
      .visitor()
      .send(`/api/v1/order/${order_no}`, { headers: { cookie: `visitor=${late}` } });
    expect(await answer.json()).toMatchObject({ code: 10403 });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
