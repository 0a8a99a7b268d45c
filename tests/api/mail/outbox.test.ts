import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { mailJobs, sendMail, transportSafety } from '#server/mail/send-mail.ts';
import { newsletterWords } from '#server/marketing/newsletter-welcome.ts';
import { orderMailWords } from '#server/orders/mailed-link.ts';
import { readOrder } from '#server/orders/store.ts';
import { settlePaid } from '#server/payments/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';
import {
  addProduct,
  captureOf,
  createOrderShop,
  filledIn,
  order,
  oregon,
  submit,
} from '../orders/fixture.ts';

const jobs = mailJobs({ ...orderMailWords, ...newsletterWords });

/** A mail server that keeps what it is given and can be told to refuse. */
const received: Email[] = [];
let refusals = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', async () => {
      if (refusals > 0) {
        refusals -= 1;
        done(Object.assign(new Error('Try later'), { responseCode: 451 }));
        return;
      }
      received.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    });
  },
});

let shop: TestShop;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  shop = await createOrderShop({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Marram <shop@marram.example>',
      SITE_URL: 'https://marram.example',
    },
  });
});

afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

async function paidOrder(into: TestShop, visitor = into.visitor()) {
  const bowl = await addProduct(into, { price: 2000, stock: 9, title: 'Bowl <script>alert(1)</script>' });
  const placed = await order(visitor, [{ ...bowl, quantity: 2 }], {
    ...filledIn,
    address: { ...oregon, address2: '<b>Flat</b> & 3' },
  });
  await settlePaid(into.services, captureOf(placed.orderNo, 5495));
  return placed;
}

const stored = (from: TestShop, orderNo: string) =>
  from.db.read
    .selectFrom('mails')
    .selectAll()
    .where('dedupe_key', '=', `order-confirmation:${orderNo}`)
    .execute();

describe('the outbox', () => {
  it('gives no mail to a server elsewhere that does not encrypt, unless the address says that it may', async () => {
    const { port } = server.server.address() as AddressInfo;
    // Every address of this machine, which does not say that it is this machine.
    const elsewhere = `smtp://0.0.0.0:${port}`;
    const { orderNo } = await paidOrder(shop);
    const key = `order-confirmation:${orderNo}`;
    const arrived = () => received.filter((mail) => mail.subject?.includes(orderNo)).length;
    const send = (SMTP_URL: string) =>
      sendMail({ ...shop.services, env: { ...shop.services.env, SMTP_URL } }, key, orderMailWords);
    await expect(send(elsewhere)).rejects.toThrow(/STARTTLS|TLS/);
    expect(arrived()).toBe(0);
    await send(`${elsewhere}/?ignoreTLS=true`);
    expect(arrived()).toBe(1);
  });

  it.each([
    ['smtp://mail.example', true],
    ['smtp://user:pass@mail.example:587', true],
    ['smtp://mail.example?pool=true', true],
    ['smtp://127.example', true],
    ['smtps://mail.example', undefined],
    ['smtp://localhost:1025', undefined],
    ['smtp://127.0.0.2', undefined],
    ['smtp://[::1]:25', undefined],
    ['smtp://mail.example?requireTLS=false', undefined],
  ])('asks %s to encrypt: %s', (address, isAsked) => {
    expect(transportSafety(address).requireTLS).toBe(isAsked);
  });

  it('sends one confirmation with lines, totals, address and link, and nothing unescaped', async () => {
    const { orderNo, token } = await paidOrder(shop);
    await runDueJobs(shop.services, jobs);
    await runDueJobs(shop.services, jobs);
    const mails = received.filter((mail) => mail.subject?.includes(orderNo));
    expect(mails).toHaveLength(1);
    const [mail] = mails as [Email];
    expect(mail.from).toMatchObject({ name: 'Marram', address: 'shop@marram.example' });
    expect(mail.to).toEqual([{ name: '', address: 'ada@example.com' }]);
    const link = `https://marram.example/fulfillment?order_no=${orderNo}&token=${token}`;
    for (const words of ['2 × Bowl <script>', '$40.00', 'Express: $14.95', 'Total: $54.95', link]) {
      expect(mail.text).toContain(words);
    }
    expect(mail.text).toContain('Ada Lovelace\n12 Elm Street\n<b>Flat</b> & 3\nPortland, OR 97204');
    expect(mail.html).not.toMatch(/<script|<b>/);
    expect(mail.html).toContain('Bowl &lt;script&gt;');
    expect(mail.html).toContain('&lt;b&gt;Flat&lt;/b&gt; &amp; 3');
    expect(mail.html).toContain(link.replace('&', '&amp;'));
    expect(await stored(shop, orderNo)).toMatchObject([
      { sent_at: shop.clock.now(), attempts: 1, last_error: '' },
    ]);
  });

  it('writes an order’s and a reader’s mail in the language of the page they used; in the shop’s own to callers without one', async () => {
    const spoken = await createOrderShop({ env: { SITE_URL: 'https://marram.example' } });
    const languages = {
      languages: ['en', 'de'].map((lang) => ({ lang, name: lang })),
      texts: { de: { mailOrderTitle: 'Danke', mailWelcomeTitle: 'Willkommen' } },
      widget: '',
    };
    await spoken.db.transaction((trx) =>
      writeSetting(trx, 'languages', settingSchemas.languages, languages, spoken.clock.now()),
    );
    const titles = async (page: string) => {
      const visitor: Visitor = spoken.visitor();
      visitor.page = page;
      const { orderNo } = await paidOrder(spoken, visitor);
      const email = `reader-${orderNo.toLowerCase()}@example.com`;
      await visitor.data('POST /api/v1/customer/subscribe', { body: { email, source_type: 2 } });
      const keys = [`order-confirmation:${orderNo}`, `newsletter-welcome:${email}`];
      const mails = await Promise.all(keys.map((key) => readUnsentMail(spoken.db, key)));
      return mails.map((mail) =>
        [/<html lang="(\w+)"/, /<h1[^>]*>([^<]*)/].map((part) => part.exec(mail!.html)?.[1]),
      );
    };
    expect(await titles('https://marram.example/de/1/checkouts/t')).toEqual([
      ['de', 'Danke'],
      ['de', 'Willkommen'],
    ]);
    const english = [
      ['en', 'Thank you for your order'],
      ['en', 'Thank you for subscribing'],
    ];
    for (const page of ['https://marram.example/1/checkouts/t', 'https://marram.example/fr/cart', ''])
      expect(await titles(page), page).toEqual(english);
  });

  it('takes the language that a caller says an order is in, also for the order in its place, until a page orders', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const visitor: Visitor = shop.visitor();
    const { orderNo, token } = await order(visitor, [bowl], { ...filledIn, lang: 'de' });
    expect(await readOrder(shop.db, orderNo)).toMatchObject({ lang: 'de' });
    const change = async (shipping_id: string) => {
      const { data } = await submit(visitor, token, { ...filledIn, shipping_id });
      return readOrder(shop.db, data!.order_no);
    };
    const replacing = await change('us-standard');
    expect(replacing).toMatchObject({ lang: 'de' });
    expect(replacing?.orderNo).not.toBe(orderNo);
    visitor.page = 'https://marram.example/1/checkouts/t';
    expect(await change('us-express')).toMatchObject({ lang: '' });
  });

  it('puts no header into a mail by the shop’s name', async () => {
    const name = 'Mar\r\nBcc: all@example.com\r\n\r\nram';
    const email = 'hello@marram.example\r\nCc: all@example.com';
    const named = (value: { name: string; email?: string }) =>
      shop.db.transaction((trx) => writeSetting(trx, 'shop', settingSchemas.shop, value, shop.clock.now()));
    await named({ name, email });
    const { orderNo } = await paidOrder(shop);
    await runDueJobs(shop.services, jobs);
    await named({ name: 'Marram' });
    const mail = received.find(({ subject }) => subject?.includes(orderNo));
    expect(mail?.subject).toBe(`Mar Bcc: all@example.com ram: order ${orderNo} is confirmed`);
    expect([mail?.bcc, mail?.cc]).toEqual([undefined, undefined]);
    expect(mail?.to).toEqual([{ name: '', address: 'ada@example.com' }]);
    expect(mail?.text).not.toMatch(/^(?:B?cc|ram)/im);
  });

  it('tries again after the mail server refused, and notes why', async () => {
    refusals = 1;
    const { orderNo } = await paidOrder(shop);
    await runDueJobs(shop.services, jobs);
    expect(await stored(shop, orderNo)).toMatchObject([
      { sent_at: null, attempts: 1, last_error: expect.stringContaining('Try later') },
    ]);
    shop.clock.advance(60_000);
    await runDueJobs(shop.services, jobs);
    expect(await stored(shop, orderNo)).toMatchObject([{ sent_at: shop.clock.now(), attempts: 2 }]);
    expect(received.filter((mail) => mail.subject?.includes(orderNo))).toHaveLength(1);
  });

  it('goes on trying while the mail server is away for two nights, and sends it then', async () => {
    const { orderNo } = await paidOrder(shop);
    refusals = Number.POSITIVE_INFINITY;
    const until = shop.clock.now() + 36 * 3_600_000;
    while (shop.clock.now() < until) {
      await runDueJobs(shop.services, jobs);
      shop.clock.advance(15 * 60_000);
    }
    refusals = 0;
    const [waiting] = await stored(shop, orderNo);
    expect(waiting).toMatchObject({ sent_at: null });
    expect(waiting!.attempts).toBeLessThan(60);
    shop.clock.advance(75 * 60_000);
    await runDueJobs(shop.services, jobs);
    expect(received.filter((mail) => mail.subject?.includes(orderNo))).toHaveLength(1);
  });

  it('sends newsletter mails with a one-click List-Unsubscribe, and no other mail [NEWS-16]', async () => {
    const { orderNo } = await paidOrder(shop);
    await shop.visitor().data('POST /api/v1/customer/subscribe', {
      body: { email: 'reader@example.com', source_type: 2 },
    });
    await runDueJobs(shop.services, jobs);
    const header = (mail: Email | undefined, name: string) =>
      mail?.headers.find(({ key }) => key === name)?.value;
    const news = received.find((mail) => mail.to?.[0]?.address === 'reader@example.com');
    expect(header(news, 'list-unsubscribe')).toMatch(
      /^<https:\/\/marram\.example\/api\/v1\/customer\/unsubscribe\?aesCode=[\w-]+>$/,
    );
    expect(header(news, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const order = received.find((mail) => mail.subject?.includes(orderNo));
    expect(header(order, 'list-unsubscribe')).toBeUndefined();
  });

  it('keeps the mail where no mail server is set', async () => {
    const quiet = await createOrderShop();
    const { orderNo } = await paidOrder(quiet);
    await runDueJobs(quiet.services, jobs);
    expect(await stored(quiet, orderNo)).toMatchObject([{ sent_at: null, attempts: 0 }]);
  });
});
