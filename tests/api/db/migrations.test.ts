/** The migrated tables match tables.ts, and older data survives every migration. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aggregateComments, toggleLike } from '#server/catalog/comments-store.ts';
import { deriveLinkToken } from '#server/checkout/link-token.ts';
import { readCheckout } from '#server/checkout/store.ts';
import { anonymousCaller } from '#server/core/caller.ts';
import { decryptText } from '#server/core/text-encryption.ts';
import { migrate } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/list.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { withMailTokens } from '#server/mail/mail-tokens.ts';
import { readUnsentMail } from '#server/mail/outbox-store.ts';
import { newsletterTokenResolvers } from '#server/marketing/newsletter-welcome.ts';
import { checkOrderAccess } from '#server/orders/access.ts';
import { orderMailTokenResolvers } from '#server/orders/mailed-link.ts';
import { readOrder, selectOrderOfCheckout } from '#server/orders/store.ts';
import { serverKey } from '#server/settings/server-key.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { insertRow } from '../harness/insert-row.ts';
import { makeTestDatabase } from '../harness/test-database.ts';

async function make(shape: 'migrated' | 'empty') {
  const made = await makeTestDatabase(shape);
  closeAtEnd(made.remove);
  return made.db;
}

/** Returns `table.column` for the columns declared in tables.ts, with `?` if NULL is allowed. */
function declaredColumns(): string[] {
  const source = readFileSync(new URL('../../../src/server/db/tables.ts', import.meta.url), 'utf8');
  const bodyOf = new Map(
    [...source.matchAll(/interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(([, name, body]) => [name, body!]),
  );
  const tables = [...bodyOf.get('Tables')!.matchAll(/^ {2}(\w+): (\w+);/gm)];
  return tables.flatMap(([, table, type]) =>
    [...bodyOf.get(type!)!.matchAll(/^ {2}(\w+):([\s\S]*?);$/gm)].map(
      ([, column, kind]) => `${table}.${column}${/\bnull\b/.test(kind!) ? '?' : ''}`,
    ),
  );
}

test('makes exactly the tables and columns that the queries are typed by', async () => {
  const db = await make('migrated');
  const tables = await db.maintenance.introspection.getTables();
  // The tables of the search differ by database.
  const shared = tables.filter((table) => !table.name.startsWith('product_search'));
  const made = shared.flatMap((table) =>
    table.columns.map((column) => `${table.name}.${column.name}${column.isNullable ? '?' : ''}`),
  );
  expect(made.sort()).toEqual(declaredColumns().sort());
});

test('gives no two migrations one number, apart from a pair that is released', () => {
  const numbers = Object.keys(migrations('sqlite')).map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual(['0004']);
});

test('brings the data of every older version to the newest', async () => {
  const db = await make('empty');
  const versions = Object.keys(migrations('sqlite'));
  // Inserts a row at each version, which every later migration must accept.
  for (const version of versions) {
    await migrate(db, version);
    await db.write.insertInto('settings').values({ key: version, value: '{}', updated_at: 1 }).execute();
  }
  expect(await migrate(db)).toEqual([]);
  const rows = await db.read.selectFrom('settings').select('key').orderBy('key').execute();
  expect(rows.map(({ key }) => key)).toEqual(versions);
});

test('shortens the ids of pictures wherever they are kept', async () => {
  const db = await make('empty');
  await migrate(db, '0007-search-in-memory');
  const [id, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const options = [{ name: 'Colour', style: 2, values: [{ value: 'Sage', media_id: id }] }];
  const theme = { picture: { id, width: 10 }, address: `/media/${id}/320.webp`, other };
  const run = (statement: string) => sql.raw(statement).execute(db.maintenance);
  await run(`insert into media (id, mime, width, height, bytes, dominant_color, created_at)
    values ('${id}', 'image/png', 10, 10, 1, '#ffffff', 1)`);
  await run(`insert into derivatives (media_id, width, format, bytes) values ('${id}', 10, 'webp', 1)`);
  await run(`insert into products (id, handle, title, description_html, vendor, product_type, tags, options, custom_options,
    others, is_published, is_presale, is_virtual, img_size, seo_title, seo_description, min_price, max_price, in_stock,
    comment_num, comment_star_sum, sold_count, created_at, updated_at, deleted_at)
    values (1, 'mug', 'Mug', '', '', '', '[]', '${JSON.stringify(options)}', '[]', '{}', 1, 0, 0, '1:1', '', '', 1, 1, 1,
    0, 0, 0, 1, 1, null)`);
  await run(
    `insert into product_media (product_id, position, media_id, alt, option_value) values (1, 0, '${id}', '', '')`,
  );
  await run(`insert into settings (key, value, updated_at) values ('models', '${JSON.stringify(theme)}', 1)`);

  await migrate(db);

  const short = id.slice(0, 20);
  const kept = await db.read.selectFrom('media').select(['id', 'original_key']).execute();
  expect(kept).toEqual([{ id: short, original_key: `media/${id}/original` }]);
  const shown = await db.read.selectFrom('product_media').select('media_id').execute();
  expect(shown).toEqual([{ media_id: short }]);
  const product = await db.read.selectFrom('products').select('options').executeTakeFirstOrThrow();
  expect(JSON.parse(product.options)[0].values).toEqual([{ value: 'Sage', media_id: short }]);
  const setting = await db.read.selectFrom('settings').select('value').executeTakeFirstOrThrow();
  expect(JSON.parse(setting.value)).toEqual({
    picture: { id: short, width: 10 },
    address: `/media/${short}/320.webp`,
    other,
  });
});

test('counts the stars that were given before they were kept with the product', async () => {
  const db = await make('empty');
  await migrate(db, '0010-short-picture-ids');
  const run = (statement: string) => sql.raw(statement).execute(db.maintenance);
  for (const id of [1, 2]) {
    await run(`insert into products (id, handle, title, description_html, vendor, product_type, tags, options,
      custom_options, others, is_published, is_presale, is_virtual, img_size, seo_title, seo_description, min_price,
      max_price, in_stock, comment_num, comment_star_sum, sold_count, created_at, updated_at, deleted_at)
      values (${id}, 'mug-${id}', 'Mug', '', '', '', '[]', '[]', '[]', '{}', 1, 0, 0, '1:1', '', '', 1, 1, 1, 3, 11, 0, 1,
      1, null)`);
  }
  for (const [star, status] of [
    [5, 'published'],
    [5, 'published'],
    [1, 'published'],
    [3, 'waiting'],
  ]) {
    await run(`insert into comments (product_id, nickname, email, star, content, images, like_num, status, is_verified,
      created_at) values (1, 'Ann', '', ${star}, '', '[]', 0, '${status}', 0, 1)`);
  }

  await migrate(db);

  expect(await aggregateComments(db.read, 1)).toMatchObject({ comment_num: 3, star_counts: [1, 0, 0, 0, 2] });
  expect(await aggregateComments(db.read, 2)).toMatchObject({ comment_num: 0, star_counts: [0, 0, 0, 0, 0] });
});

test('lets orders that hold already count as from addresses of their own', async () => {
  const db = await make('empty');
  await migrate(db, '0011-star-counts');
  for (const [no, status, until] of [
    ['A', 0, 900],
    ['B', -1, 'null'],
    ['C', 1, 'null'],
  ]) {
    await sql
      .raw(`insert into orders (order_no, checkout_token, shop_id, token, visitor_hash, customer_id, email, phone, address,
        status_key, hold_reason, currency, subtotal_price, pay_ship_amount, total_discount_amount, pay_ship_insurance_amount,
        tax_amount, tip_amount, total_price, coupon, shipping_title, payment_method, account_id, note, extra_params, lang,
        held_until, order_time, paid_at, updated_at) values ('${no}', '${no}', 1, '${no}', 'v', null, '', '', '{}',
        ${status}, '', 'USD', 0, 0, 0, 0, 0, 0, 0, '', '', '', '', '', '{}', '', ${until}, 7, null, 7)`)
      .execute(db.maintenance);
  }

  await migrate(db);

  const columns = ['client_hash', 'held_since'] as const;
  expect(await db.read.selectFrom('orders').select(columns).orderBy('order_no').execute()).toEqual([
    { client_hash: 'A', held_since: 7 },
    { client_hash: 'B', held_since: null },
    { client_hash: '', held_since: null },
  ]);
});

test('keeps the counts of likes that clients made up names for, and forgets the names', async () => {
  const db = await make('empty');
  await migrate(db, '0011-star-counts');
  const run = (statement: string) => sql.raw(statement).execute(db.maintenance);
  await run(`insert into products (id, handle, title, description_html, vendor, product_type, tags, options,
    custom_options, others, is_published, is_presale, is_virtual, img_size, seo_title, seo_description, min_price,
    max_price, in_stock, comment_num, comment_star_sum, sold_count, created_at, updated_at, deleted_at)
    values (1, 'mug', 'Mug', '', '', '', '[]', '[]', '[]', '{}', 1, 0, 0, '1:1', '', '', 1, 1, 1, 1, 5, 0, 1, 1, null)`);
  await run(`insert into comments (product_id, nickname, email, star, content, images, like_num, status, is_verified,
    created_at) values (1, 'Ann', '', 5, '', '[]', 2, 'published', 0, 1)`);
  const review = await db.read.selectFrom('comments').select('id').executeTakeFirstOrThrow();
  for (const name of ['one', 'two']) {
    await run(`insert into comment_likes (comment_id, client_id) values (${review.id}, '${name}')`);
  }

  await migrate(db);

  const like = () => db.transaction((trx) => toggleLike(trx, review.id, 'one', 1));
  expect(await like()).toEqual({ like_num: 3, liked: true });
  expect(await like()).toEqual({ like_num: 2, liked: false });
});

test('keeps payments apart that have no order or reference yet, and lets no two have the same', async () => {
  const db = await make('empty');
  await migrate(db, '0035-unlogged-limits');
  const express = { order_no: '', attempt: 1, provider: 'paypal', provider_ref: '', request_id: '' };
  await insertRow(db, 'payments', express);
  await insertRow(db, 'payments', express);
  const paid = { order_no: 'A', attempt: 1, provider: 'paypal', provider_ref: 'ref', request_id: 'A-1' };
  await insertRow(db, 'payments', paid);

  await migrate(db);

  await insertRow(db, 'payments', express);
  for (const same of [
    { order_no: 'A', attempt: 1 },
    { provider: 'paypal', provider_ref: 'ref' },
    { request_id: 'A-1' },
  ])
    await expect(insertRow(db, 'payments', { ...express, attempt: 2, ...same })).rejects.toThrow(/unique/i);
  const { count } = await db.read
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(4);
});

test('refuses a database that a newer shop has migrated, and leaves it alone', async () => {
  const db = await make('migrated');
  const table = db.maintenance.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  await table
    .insertInto('kysely_migration')
    .values({ name: '9999-of-tomorrow', timestamp: new Date(0).toISOString() })
    .execute();
  await expect(migrate(db)).rejects.toThrow('9999-of-tomorrow');
});

test('replaces the tokens of links by their hashes everywhere, and what they opened stays open', async () => {
  const db = await make('empty');
  await migrate(db, '0011-star-counts');
  const [token, left] = ['k'.repeat(32), 'm'.repeat(32)];
  const now = Date.now();
  for (const [at, key] of [token, left].entries())
    await insertRow(db, 'checkouts', { token: key, visitor_hash: `v${at}`, address: '{}', updated_at: now });
  const placed = { token, address: '{}', extra_params: '{}', order_time: now };
  await insertRow(db, 'orders', {
    ...placed,
    order_no: 'AAAAA-AAAAA',
    checkout_token: token,
    visitor_hash: 'v2',
  });
  await insertRow(db, 'orders', { ...placed, order_no: 'BBBBB-BBBBB', checkout_token: 'BBBBB-BBBBB' });
  const link = `https://marram.example/fulfillment?order_no=AAAAA-AAAAA&token=${token}`;
  const mail = { dedupe_key: 'order-confirmation:AAAAA-AAAAA', kind: 'order-confirmation' };
  await insertRow(db, 'mails', { ...mail, text: `Follow: ${link}`, html: link.replace('&', '&amp;') });
  const code = 'https://marram.example/api/v1/customer/unsubscribe?aesCode=abc-def_123';
  const news = { dedupe_key: 'newsletter-welcome:a@b.co', kind: 'newsletter-welcome', to_address: 'a@b.co' };
  await insertRow(db, 'mails', { ...news, text: code, html: code, unsubscribe_url: code });
  const details = JSON.stringify({ items: [], checkout_token: left });
  await insertRow(db, 'payments', { order_no: '', details, provider_ref: 'p1' });

  await migrate(db);

  const services = { db, now: () => now };
  for (const each of [token, left]) {
    const opened = await readCheckout(services, each);
    expect(opened).toMatchObject({ token: each });
    // A new link has another token and opens the same checkout.
    const written = await deriveLinkToken(services, opened!.linkId);
    expect(written).not.toBe(each);
    expect(await readCheckout(services, written)).toMatchObject({ tokenHash: opened!.tokenHash });
  }
  const { tokenHash } = (await readCheckout(services, token))!;
  expect(await selectOrderOfCheckout(db.read, tokenHash)).toMatchObject({ orderNo: 'AAAAA-AAAAA' });
  expect(await readOrder(db, 'BBBBB-BBBBB')).toMatchObject({ checkoutHash: 'BBBBB-BBBBB' });
  for (const orderNo of ['AAAAA-AAAAA', 'BBBBB-BBBBB']) {
    const order = (await readOrder(db, orderNo))!;
    for (const each of [token, await deriveLinkToken(services, order.linkId)])
      expect(await checkOrderAccess(services, order, anonymousCaller, each)).toBe('open');
    expect(await checkOrderAccess(services, order, anonymousCaller, order.tokenHash)).toBe('shut');
  }
  const letter = await withMailTokens(
    services,
    (await readUnsentMail(db, mail.dedupe_key))!,
    orderMailTokenResolvers,
  );
  expect(letter.text).toMatch(
    /^Follow: https:\/\/marram\.example\/fulfillment\?order_no=AAAAA-AAAAA&token=[\w-]{48}$/,
  );
  expect(letter.html).toContain('&amp;token=');
  const { unsubscribeUrl = '' } = await withMailTokens(
    services,
    (await readUnsentMail(db, news.dedupe_key))!,
    newsletterTokenResolvers,
  );
  const key = await serverKey(db, 'subscribe', now);
  expect(decryptText(key, new URL(unsubscribeUrl).searchParams.get('aesCode') ?? '')).toBe('a@b.co');
  const visitors = await db.read.selectFrom('known_visitors').selectAll().orderBy('visitor_hash').execute();
  expect(visitors.map(({ visitor_hash }) => visitor_hash)).toEqual(['', 'v0', 'v1', 'v2']);
  const month = 30 * 86_400_000;
  for (const { known_until } of visitors) {
    expect(known_until).toBeGreaterThanOrEqual(now + month);
    expect(known_until).toBeLessThan(now + month + 3_600_000);
  }
  const tables = ['checkouts', 'orders', 'mails', 'payments'] as const;
  const rows = await Promise.all(tables.map((table) => db.read.selectFrom(table).selectAll().execute()));
  for (const secret of [token, left, 'abc-def_123']) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('hashes the tokens of a shop of many pages of rows, each once', async () => {
  const db = await make('empty');
  await migrate(db, '0011-star-counts');
  const count = 1_203;
  const tokens = Array.from({ length: count }, (_, at) => hashToken(`${at}`).slice(0, 32));
  await insertRow(db, 'checkouts', { token: tokens[0]!, address: '{}', updated_at: 2 });
  await insertRow(db, 'orders', { order_no: 'N0', token: tokens[0]!, checkout_token: tokens[0]! });
  const copy = async (table: string, from: string, changed: Record<string, (at: number) => unknown>) => {
    const { columns } = (await db.maintenance.introspection.getTables()).find(({ name }) => name === table)!;
    for (let at = 1; at < count; at += 200) {
      const rows = Array.from(
        { length: Math.min(200, count - at) },
        (_, n) => sql`(${sql.join(Object.values(changed).map((value) => value(at + n)))})`,
      );
      const picked = columns.map(({ name }) => {
        const place = Object.keys(changed).indexOf(name);
        return place === -1 ? sql`${sql.ref(`${table}.${name}`)}` : sql.raw(`made.column${place + 1}`);
      });
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select ${sql.join(picked)} from ${sql.table(table)}, (values ${sql.join(rows)}) as made
        where ${sql.ref(`${table}.token`)} = ${from}`.execute(db.maintenance);
    }
  };
  await copy('checkouts', tokens[0]!, { token: (at) => tokens[at] });
  await copy('orders', tokens[0]!, {
    order_no: (at) => `N${at}`,
    token: (at) => tokens[at],
    checkout_token: (at) => tokens[at],
  });
  await migrate(db);
  const checkouts = await db.read.selectFrom('checkouts').select(['token_hash', 'link_id']).execute();
  const orders = await db.read
    .selectFrom('orders')
    .select(['token_hash', 'link_id', 'checkout_hash'])
    .execute();
  const hashes = tokens.map(hashToken).sort();
  expect(checkouts.map(({ token_hash }) => token_hash as string).sort()).toEqual(hashes);
  const linkIds = new Map(checkouts.map(({ token_hash, link_id }) => [token_hash, link_id]));
  expect(new Set(linkIds.values()).size).toBe(count);
  expect(orders.map(({ checkout_hash }) => checkout_hash).sort()).toEqual(hashes);
  for (const { token_hash, link_id } of orders) expect(link_id).toBe(linkIds.get(token_hash));
});
