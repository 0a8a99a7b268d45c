import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderStatus } from '#lib/orders/status.ts';
import { checkoutReminderJob } from '#server/customers/abandoned-checkouts.ts';
import { customerMailJobs } from '#server/customers/customer-mails.ts';
import { erasePersonalData } from '#server/customers/erase.ts';
import { exportPersonalData } from '#server/customers/export.ts';
import { mailObsolescenceChecks, mailTextRenderers, mailTokenResolvers } from '#server/jobs/table.ts';
import type { MailTextRenderers } from '#server/mail/mail-texts.ts';
import { readUnsentMail, storeMailText, writeMail } from '#server/mail/outbox-store.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { getSmtpTlsOptions, mailJobs, sendMail } from '#server/mail/send-mail.ts';
import { strandedMailsJob } from '#server/mail/unsent-mails.ts';
import { newsletterTokenResolvers } from '#server/marketing/newsletter-welcome.ts';
import { confirmBackInStockRequest, saveBackInStockRequest } from '#server/marketing/stock-waits-store.ts';
import { orderMailTokenResolvers } from '#server/orders/mailed-link.ts';
import { readOrder } from '#server/orders/store.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { enqueue } from '#server/queue/enqueue.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { startRival } from '../harness/process.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop } from '../harness.ts';
import {
  addProduct,
  bagOf,
  captureOf,
  createOrderShop,
  filledIn,
  order,
  oregon,
  submit,
} from '../orders/fixture.ts';

const kinds = {
  texts: mailTextRenderers,
  tokens: { ...orderMailTokenResolvers, ...newsletterTokenResolvers },
  ends: {},
};
const jobs = mailJobs(kinds);

/** Emails accepted by a mail server that rejects the next `refusals` ones. */
const received: Email[] = [];
let refusals = 0;
let rejectsRecipients = false;
let connections = 0;
const server = new SMTPServer({
  authOptional: true,
  onConnect(_session, done) {
    connections += 1;
    done();
  },
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo({ address }, _session, done) {
    if (!rejectsRecipients) return done();
    done(Object.assign(new Error(`No mailbox <${address}>`), { responseCode: 550 }));
  },
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

afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
      for (const connection of server.connections) connection.close();
    }),
);

async function paidOrder(into: TestShop, visitor = into.visitor()) {
  const bowl = await addProduct(into, { price: 2000, stock: 9, title: 'Bowl <script>alert(1)</script>' });
  const placed = await order(visitor, [{ ...bowl, quantity: 2 }], {
    ...filledIn,
    address: { ...oregon, address2: '<b>Flat</b> & 3' },
  });
  await settleCapturedPayment(into.services, captureOf(placed.orderNo, 5495));
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
    // 0.0.0.0 reaches this machine, but the shop does not treat it as local.
    const elsewhere = `smtp://0.0.0.0:${port}`;
    const { orderNo } = await paidOrder(shop);
    const key = `order-confirmation:${orderNo}`;
    const arrived = () => received.filter((mail) => mail.subject?.includes(orderNo)).length;
    const send = (SMTP_URL: string) =>
      sendMail({ ...shop.services, env: { ...shop.services.env, SMTP_URL } }, key, kinds);
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
    expect(getSmtpTlsOptions(address).requireTLS).toBe(isAsked);
  });

  it('sends mails in a row over one connection', async () => {
    const orders = [await paidOrder(shop), await paidOrder(shop)];
    const before = connections;
    for (const { orderNo } of orders) await sendMail(shop.services, `order-confirmation:${orderNo}`, kinds);
    for (const { orderNo } of orders)
      expect(received.filter((mail) => mail.subject?.includes(orderNo))).toHaveLength(1);
    expect(connections - before).toBeLessThanOrEqual(1);
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
      await runDueJobs(spoken.services, jobs);
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

  it('stores the mail server’s whole answer, and gives the log one without the address', async () => {
    const { orderNo } = await paidOrder(shop);
    const [{ to_address } = { to_address: '' }] = await stored(shop, orderNo);
    expect(to_address).toContain('@');
    rejectsRecipients = true;
    const sending = sendMail(shop.services, `order-confirmation:${orderNo}`, kinds).finally(() => {
      rejectsRecipients = false;
    });
    const error: Error = await sending.then(
      () => new Error('sent'),
      (reason) => reason,
    );
    expect(error.message).toContain('No mailbox <(address)>');
    expect(inspect(error, { depth: 9 })).not.toContain(to_address);
    expect((await stored(shop, orderNo))[0]!.last_error).toContain(to_address);
    await sendMail(shop.services, `order-confirmation:${orderNo}`, kinds);
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

describe('the confirmation of an order', () => {
  const keyOf = (orderNo: string) => `order-confirmation:${orderNo}`;
  const rename = (from: TestShop, name: string) =>
    from.db.transaction((trx) => writeSetting(trx, 'shop', settingSchemas.shop, { name }, from.clock.now()));

  it('is written with the payment, without a text; its job renders it once, also without a mail server', async () => {
    const quiet = await createOrderShop({ env: { SITE_URL: 'https://marram.example' } });
    const { orderNo } = await paidOrder(quiet);
    const empty = {
      kind: 'order-confirmation',
      to_address: 'ada@example.com',
      subject: '',
      text: '',
      html: '',
    };
    expect(await stored(quiet, orderNo)).toMatchObject([empty]);
    await runDueJobs(quiet.services, jobs);
    const [written] = await stored(quiet, orderNo);
    expect(written).toMatchObject({ sent_at: null, attempts: 0, text: expect.stringContaining('$54.95') });
    await rename(quiet, 'Another');
    await sendMail(quiet.services, keyOf(orderNo), kinds);
    expect(await stored(quiet, orderNo)).toEqual([written]);
  });

  it('is stored before the first attempt: a later one sends the same, whatever has changed', async () => {
    refusals = 1;
    const { orderNo } = await paidOrder(shop);
    await runDueJobs(shop.services, jobs);
    const [tried] = await stored(shop, orderNo);
    expect(tried).toMatchObject({ sent_at: null, attempts: 1, subject: expect.stringContaining(orderNo) });
    await rename(shop, 'Another');
    await shop.db.write.updateTable('orders').set({ lang: 'de' }).where('order_no', '=', orderNo).execute();
    shop.clock.advance(60_000);
    await runDueJobs(shop.services, jobs);
    await rename(shop, 'Marram');
    expect(await stored(shop, orderNo)).toMatchObject([
      { attempts: 2, text: tried!.text, html: tried!.html },
    ]);
    expect(received.filter(({ subject }) => subject === tried!.subject)).toHaveLength(1);
  });

  it('leaves after the process was killed right after the payment', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 9 });
    const placed = await order(shop.visitor(), [bowl]);
    const capture = JSON.stringify(captureOf(placed.orderNo, 3495));
    const paying = startRival('mail/paying-process.ts', shop.databaseEnv, capture, String(shop.clock.now()));
    await expect(paying.ended).rejects.toThrow('SIGKILL');
    expect(await readOrder(shop.db, placed.orderNo)).toMatchObject({ statusKey: orderStatus.paid });
    expect(await stored(shop, placed.orderNo)).toMatchObject([{ text: '', sent_at: null }]);
    await runDueJobs(shop.services, jobs);
    const mails = received.filter((mail) => mail.subject?.includes(placed.orderNo));
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`token=${placed.token}`)]);
  });

  it('that an older version wrote with its text is sent as it is, by the job of that version', async () => {
    const mail = { dedupeKey: 'order-confirmation:OLDER', kind: 'order-confirmation', to: 'ada@example.com' };
    const text = { subject: 'Older', text: 'As it was', html: '<p>As it was</p>' };
    const { dedupeKey } = mail;
    const job = { kind: 'mail', dedupeKey: `mail:${dedupeKey}`, payload: { dedupeKey }, runAt: 0 };
    await shop.db.transaction(async (trx) => {
      await writeMail(trx, { ...mail, ...text }, shop.clock.now());
      await enqueue(trx, job);
    });
    await runDueJobs(shop.services, jobs);
    expect(received.filter(({ subject }) => subject === 'Older')).toMatchObject([{ html: text.html + '\n' }]);
  });

  it('is queued by a job that an older version fails at, which would send it empty', async () => {
    const older = z.object({ dedupeKey: z.string() });
    const { orderNo } = await paidOrder(shop);
    const job = await shop.db.read
      .selectFrom('jobs')
      .select('payload')
      .where('dedupe_key', '=', `mail:${keyOf(orderNo)}`)
      .executeTakeFirstOrThrow();
    expect(older.safeParse(JSON.parse(job.payload)).success).toBe(false);
    await runDueJobs(shop.services, jobs);
  });

  it('is listed, printed and exported before and after its job; of a person who is erased it is sent no more', async () => {
    const quiet = await createOrderShop({ env: { SITE_URL: 'https://marram.example' } });
    const { orderNo } = await paidOrder(quiet);
    const person = { customer: null, email: 'ada@example.com' };
    const exported = async () =>
      (await exportPersonalData(quiet.services, person)).emails.map(({ subject }) => subject);
    const listed = async () => (await shopCommandLines(quiet, 'mails'))[0];
    expect(await listed()).toContain(`waiting  ada@example.com  ${keyOf(orderNo)}`);
    expect(await exported()).toEqual([keyOf(orderNo)]);
    const [{ id }] = (await stored(quiet, orderNo)) as unknown as [{ id: number }];
    expect((await shopCommandLines(quiet, 'mails', String(id))).join('\n')).toContain('Total: $54.95');
    expect(await listed()).toContain(`order ${orderNo} is confirmed`);
    expect(await exported()).toEqual([expect.stringContaining(`order ${orderNo} is confirmed`)]);

    const later = await paidOrder(quiet);
    await erasePersonalData(quiet.services, person, quiet.clock.now());
    await runDueJobs(quiet.services, jobs);
    expect([...(await stored(quiet, orderNo)), ...(await stored(quiet, later.orderNo))]).toEqual([]);
  });

  it('that two processes render at once says in both what was stored first', async () => {
    const { orderNo } = await paidOrder(shop);
    const first = { subject: `First of ${orderNo}`, text: 'First', html: '<p>First</p>' };
    const texts: MailTextRenderers = {
      'order-confirmation': async (services, mail) => {
        await storeMailText(services.db, mail.id, first);
        return { subject: `Second of ${orderNo}`, text: 'Second', html: '<p>Second</p>' };
      },
    };
    await sendMail(shop.services, keyOf(orderNo), { ...kinds, texts });
    expect(await stored(shop, orderNo)).toMatchObject([first]);
    expect(received.filter(({ subject }) => subject?.includes(orderNo))).toMatchObject([
      { subject: first.subject },
    ]);
  });

  it('that is erased while it is rendered is neither stored nor sent', async () => {
    const { orderNo } = await paidOrder(shop);
    const texts: MailTextRenderers = {
      'order-confirmation': async (services, mail) => {
        const text = await mailTextRenderers['order-confirmation']!(services, mail);
        await erasePersonalData(shop.services, { customer: null, email: mail.to }, shop.clock.now());
        return text;
      },
    };
    await sendMail(shop.services, keyOf(orderNo), { ...kinds, texts });
    expect(received.filter(({ subject }) => subject?.includes(orderNo))).toEqual([]);
    expect(await stored(shop, orderNo)).toEqual([]);
  });
});

describe('emails that were written while SMTP_URL was unset', () => {
  const day = 24 * 3_600_000;
  let quiet: TestShop;
  beforeEach(async () => {
    quiet = await createOrderShop({ env: { SITE_URL: 'https://marram.example' } });
    const accounts = settingSchemas.shop.parse({ name: 'Marram', hasAccounts: true });
    await quiet.db.transaction((trx) =>
      writeSetting(trx, 'shop', settingSchemas.shop, accounts, quiet.clock.now()),
    );
    received.length = 0;
  });

  const allJobs = {
    ...mailJobs({ texts: mailTextRenderers, tokens: mailTokenResolvers, ends: mailObsolescenceChecks }),
    ...customerMailJobs,
  };
  const work = (services = quiet.services) => runDueJobs(services, allJobs, [strandedMailsJob]);
  /** Restarts the shop with a mail server and returns the recipients. */
  async function sendAll() {
    const { port } = server.server.address() as AddressInfo;
    const env = { ...quiet.services.env, SMTP_URL: `smtp://127.0.0.1:${port}` };
    quiet.clock.advance(60_000);
    await work({ ...quiet.services, env });
    const sent = received.map((mail) => mail.to?.[0]?.address ?? '').sort();
    received.length = 0;
    return sent;
  }
  const subscribe = (email: string) =>
    quiet.visitor().data('POST /api/v1/customer/subscribe', { body: { email, source_type: 2 } });
  const register = async (email: string) => {
    const visitor = quiet.visitor();
    await visitor.data('POST /api/v1/customer/register', { body: { email, password: 'tide-and-salt' } });
    return visitor;
  };
  const unsubscribed = (email: string) =>
    quiet.db.write.updateTable('subscribers').set({ is_subscribed: 0 }).where('email', '=', email).execute();
  const mails = (...args: string[]) => shopCommandLines(quiet, 'mails', ...args);

  it('are sent once it is set, each once [BR-100]', async () => {
    const { orderNo } = await paidOrder(quiet);
    await subscribe('reader@example.com');
    await work();
    expect(received).toEqual([]);
    quiet.clock.advance(2 * day);
    expect(await sendAll()).toEqual(['ada@example.com', 'reader@example.com']);
    expect(await sendAll()).toEqual([]);
    expect(await stored(quiet, orderNo)).toMatchObject([{ attempts: 1, last_error: '' }]);
  });

  it('are sent after a mail server that refused was taken away, and another was set [BR-100]', async () => {
    await subscribe('reader@example.com');
    refusals = 1;
    expect(await sendAll()).toEqual([]);
    quiet.clock.advance(3_600_000);
    await work();
    expect(await sendAll()).toEqual(['reader@example.com']);
  });

  it('are sent up to an age of 7 days, and not when they are older [BR-100]', async () => {
    await subscribe('older@example.com');
    quiet.clock.advance(60_001);
    await subscribe('young@example.com');
    await work();
    quiet.clock.advance(7 * day - 60_000);
    expect(await sendAll()).toEqual(['young@example.com']);
    quiet.clock.advance(day);
    expect((await mails()).at(-1)).toBe('Will not be sent: 1 email: 1 because they are older than 7 days.');
  });

  it('are not sent when their code was used or is too old; notices of changes are [BR-100]', async () => {
    await register('verify@example.com');
    const changed = await register('changed@example.com');
    await quiet.visitor().data('POST /api/v1/customer/resetPasswordEmail', {
      body: { email: 'verify@example.com' },
    });
    await changed.data('POST /api/v1/customer/resetPassword', {
      body: { password: 'salt-and-tide', old_password: 'tide-and-salt' },
    });
    await work();
    const codes = quiet.db.write.deleteFrom('customer_codes');
    await codes.where('purpose', '=', 'verify').where('email', '=', 'changed@example.com').execute();
    quiet.clock.advance(2 * 3_600_000);
    // The verification code is valid for three days, the reset code for one hour.
    expect(await sendAll()).toEqual(['changed@example.com', 'verify@example.com']);
    const left = await quiet.db.read
      .selectFrom('mails')
      .select(['kind', 'last_error'])
      .where('sent_at', 'is', null)
      .orderBy('kind')
      .execute();
    expect(left).toEqual([
      { kind: 'customer-reset', last_error: 'not sent: its code, link or occasion has ended' },
      { kind: 'customer-verify', last_error: 'not sent: its code, link or occasion has ended' },
    ]);
  });

  it('are not sent when their occasion is over: left again, cancelled, sold out, bought [BR-100]', async () => {
    await subscribe('left@example.com');
    await unsubscribed('left@example.com');
    const { orderNo } = await paidOrder(quiet);
    await quiet.db.write
      .updateTable('orders')
      .set({ status_key: orderStatus.cancelled })
      .where('order_no', '=', orderNo)
      .execute();
    const bowl = await addProduct(quiet, { price: 2000, stock: 0 });
    const now = quiet.clock.now();
    const visitor = quiet.visitor();
    const { checkout } = await visitor.data('POST /api/v1/checkout', {
      body: bagOf([await addProduct(quiet, { price: 2000, stock: 9 })]),
    });
    await visitor.data('POST /api/v1/customer/email', {
      body: { email: 'gus@example.com', distinct_id: '' },
    });
    await quiet.db.transaction(async (trx) => {
      for (const [linkId, email] of [
        ['asked', 'asked@example.com'],
        ['done', 'confirmed@example.com'],
        ['told', 'told@example.com'],
      ] as const) {
        const wait = { variantId: bowl.variant, email, lang: '', linkId };
        await saveBackInStockRequest(trx, wait, now);
        const kind = linkId === 'told' ? 'back-in-stock' : 'back-in-stock-confirm';
        const written = { subject: 'x', text: 'x', html: 'x' };
        await queueMail(trx, { dedupeKey: `${kind}:${linkId}`, kind, to: email, ...written }, now);
      }
      await confirmBackInStockRequest(trx, 'done', now);
    });
    quiet.clock.advance(4 * 3_600_000);
    await runDueJobs(quiet.services, allJobs, [checkoutReminderJob]);
    expect(await quiet.db.read.selectFrom('mails').select('id').execute()).toHaveLength(6);
    const answer = await submit(visitor, checkout.token);
    expect(answer.code).toBe(0);
    const lines = await mails();
    expect(lines.slice(-2)).toEqual([
      'Waiting: 1 email: 1 until SMTP_URL is set.',
      'Will not be sent: 5 emails: 5 because their code or link has expired, or their reason no longer applies.',
    ]);
    expect(await sendAll()).toEqual(['asked@example.com']);
    expect(await sendAll()).toEqual([]);
    expect((await mails()).filter((line) => line.includes('ended '))).toHaveLength(5);
  });

  it('are listed by `mails` for an international address in either form [BR-36]', async () => {
    await register('max@büro.example');
    for (const form of ['max@büro.example', 'Max@xn--bro-hoa.example'])
      expect((await mails(form))[0]).toContain('waiting  max@xn--bro-hoa.example');
  });

  it('are counted by `mails` with the reason, of all and of one address [BR-100]', async () => {
    expect(await mails()).toEqual(['No emails yet.']);
    await subscribe('one@example.com');
    await subscribe('two@example.com');
    await work();
    expect(await mails()).toEqual([
      expect.stringContaining('waiting  two@example.com'),
      expect.stringContaining('waiting  one@example.com'),
      'Waiting: 2 emails: 2 until SMTP_URL is set.',
    ]);
    expect((await mails('ONE@example.com')).slice(1)).toEqual(['Waiting: 1 email: 1 until SMTP_URL is set.']);
    refusals = 1;
    await sendAll();
    Object.assign(quiet.services.env, { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect((await mails()).at(-1)).toMatch(
      /^Waiting: 1 email: 1 for another attempt \(the mail server answered: .*Try later\)\.$/,
    );
    await quiet.db.write
      .updateTable('jobs')
      .set({ state: 'given_up' })
      .where('state', '=', 'waiting')
      .execute();
    expect((await mails()).at(-1)).toBe(
      'Will not be sent: 1 email: 1 because all attempts failed (see `jobs`).',
    );
    await subscribe('three@example.com');
    expect(await mails()).toContain('Waiting: 1 email: 1 to be sent within a minute while the shop runs.');
  });
});
