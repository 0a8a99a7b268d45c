import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { allTexts } from '#lib/messages/all.ts';
import { defaultCheckoutSettings } from '#server/checkout/settings.ts';
import { recordSiteUrl } from '#server/settings/site-url.ts';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { programEnv } from '../../program-env.ts';
import { shopCommand } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale, importText, testFolder } from './files.ts';
import { shopFolder } from './shop-folder.ts';

const script = fileURLToPath(new URL('../../../scripts/shop.ts', import.meta.url));

const command = (shop: TestShop, ...args: string[]) => shopCommand(shop, args);

/** Runs `npm run shop -- …` on the test's database in a separate process. */
function program(
  shop: TestShop,
  folder: string,
  ...given: (string | Record<string, string>)[]
): Promise<{ code: number; out: string }> {
  const words = given.filter((each) => typeof each === 'string');
  const more = Object.assign({}, ...given.filter((each) => typeof each !== 'string'));
  const env = { ...programEnv, ...shop.databaseEnv, STORAGE_URL: `file://${folder}`, ...more };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...words], { env }, (error, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), out: stdout + stderr });
    });
  });
}

describe('npm run shop', () => {
  it('helps, and tells a wrong command from a failed one by its exit code', { timeout: 60_000 }, async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const [help, unknown, missing, failed] = await Promise.all([
      program(shop, folder, 'help'),
      program(shop, folder, 'dance'),
      program(shop, folder, 'price', 'mug'),
      program(shop, folder, 'stock', 'NONE', '3'),
    ]);
    expect([help.code, unknown.code, missing.code, failed.code]).toEqual([0, 2, 2, 1]);
    expect(help.out).toContain('  import       Import products');
    expect(missing.out).toContain('price [options] <handle|sku> <amount>');
    expect(failed.out).toContain('NONE');
  });

  it('exports image addresses with the address that the shop was last served at, or with SITE_URL [D8]', {
    timeout: 60_000,
  }, async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const out = join(folder, 'out.csv');
    const pixel = { width: 1, height: 1, channels: 3 as const, background: '#884422' };
    await sharp({ create: pixel }).png().toFile(join(folder, 'mug.png'));
    await importText(shop, 'Handle,Title,Image Src\nmug,Mug,mug.png\n', folder);
    /** Runs `export`. @returns its output, and the origin of each image URL in the file */
    async function exported(env: Record<string, string>): Promise<{ printed: string; images: string[] }> {
      const { out: printed } = await program(shop, folder, 'export', out, env);
      const rows: Record<string, string>[] = parse(readFileSync(out), { columns: true });
      const cells = rows.flatMap((row) => Object.values(row)).filter((cell) => cell.includes('/media/'));
      return { printed, images: cells.map((cell) => cell.slice(0, cell.indexOf('/media/'))) };
    }

    await recordSiteUrl(shop.db, 'http://localhost:4440', shop.clock.now());
    const served = await exported({});
    expect(served.printed).toContain('image URLs begin with http://localhost:4440\n');
    expect(served.images).toEqual(['http://localhost:4440']);
    const named = await exported({ SITE_URL: 'https://shop.example' });
    expect(named.printed).toContain('image URLs begin with https://shop.example\n');
    expect(named.images).toEqual(['https://shop.example']);
  });

  it('lists the subcommands of one command, and answers a mistyped word with the nearest one', async () => {
    const shop = await createTestShop();
    const help = await command(shop, 'help', 'orders');
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('refund <no> ')]);
    for (const [typed, nearest] of [
      [['impor', 'products.csv'], 'import'],
      [['orders', 'refnd', 'K7QMD-4XHRA'], 'refund'],
      [['apply', 'shop/', '--dryrun'], '--dry-run'],
    ] as const)
      expect(await command(shop, ...typed)).toMatchObject({
        code: 2,
        out: expect.stringContaining(`(Did you mean ${nearest}?)`),
      });
  });

  it('takes a negative number for an argument, not for an option', async () => {
    const shop = await createTestShop();
    await importText(shop, 'Handle,Title,Variant SKU,Variant Inventory Qty\nmug,Mug,M-1,3\n');
    expect(await command(shop, 'stock', 'M-1', '-3')).toMatchObject({ code: 0, out: 'Mug: -3' });
    expect((await command(shop, 'stock', 'M-1', '-3.5')).out).toContain('"-3.5" is not a whole number');
    const { stock } = await shop.db.read.selectFrom('variants').select('stock').executeTakeFirstOrThrow();
    expect(stock).toBe(-3);
  });

  it('adds the public holidays of a year to holidays.json, and keeps what stands there', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const file = join(folder, 'holidays.json');
    const holidays = (...more: string[]) => command(shop, 'holidays', '2028', file, ...more);
    expect(await holidays()).toMatchObject({ code: 1, out: expect.stringContaining('has no country') });
    writeFileSync(file, '{"destinations": {"DE": [],}}');
    expect(await holidays()).toMatchObject({
      code: 1,
      out: expect.stringContaining('Remove the comma before a closing bracket'),
    });
    writeFileSync(
      file,
      '{"$schema": "../holidays.json", "warehouse": ["2027-12-24"], "destinations": {"DE": ["2028-12-24"], "JP": []}}',
    );
    const added = await holidays('--warehouse', 'US');
    expect([added.code, added.out]).toEqual([0, expect.stringContaining('DE: 2028-01-01, 2028-04-14')]);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written.$schema).toBe('../holidays.json');
    expect(written.warehouse).toEqual(expect.arrayContaining(['2027-12-24', '2028-07-04', '2028-11-23']));
    expect(written.destinations).toEqual({
      // New Year, Good Friday, Easter Monday, Labour Day, Ascension, Whit Monday, Unity, the merchant's own, Christmas.
      DE: [
        ...['2028-01-01', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-25', '2028-06-05'],
        ...['2028-10-03', '2028-12-24', '2028-12-25', '2028-12-26'],
      ],
      JP: expect.arrayContaining(['2028-02-11', '2028-11-03']),
    });
    await holidays('--warehouse', 'US');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(written);
    expect(await applyFolder(shop.services, folder)).toEqual(['setting holidays']);
    expect(await holidays('--warehouse', 'XX')).toMatchObject({
      code: 1,
      out: expect.stringContaining('"XX"'),
    });
  });

  it('imports, exports, prices and stocks', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const file = join(folder, 'in.csv');
    writeFileSync(
      file,
      'Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty\nmug,Mug,M-1,20.00,3\nbad,Bad,B-1,x,1\n',
    );
    const imported = await command(shop, 'import', file);
    expect([imported.code, imported.out]).toEqual([1, expect.stringContaining('line 3, "Variant Price"')]);
    const report = JSON.parse((await command(shop, 'import', file, '--json')).out);
    expect(report).toMatchObject({ unchanged: 1, problem_count: 1, problems: [{ line: 3 }] });
    expect(await command(shop, 'import', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      out: `${join(folder, 'none.csv')} does not exist. Check the path.`,
    });
    expect((await command(shop, 'price', 'mug', '24.50')).code).toBe(0);
    expect((await command(shop, 'stock', 'M-1', '0')).code).toBe(0);
    expect((await command(shop, 'export', join(folder, 'out.csv'))).code).toBe(0);
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toContain('24.50');
    const row = await shop.db.read.selectFrom('products').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ min_price: 2450, max_price: 2450, in_stock: 0 });
  });

  it('lists the texts of the shop with their place, and searches them', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    mkdirSync(join(folder, 'languages'));
    const german = { name: 'Deutsch', texts: { backToBag: 'Zurück zum Warenkorb' } };
    writeFileSync(join(folder, 'languages', 'de.json'), JSON.stringify(german));
    await applyFolder(shop.services, folder);
    const found = await command(shop, 'texts', 'backToBag');
    expect([found.code, found.lines]).toEqual([
      0,
      [expect.stringMatching(/^backToBag +pages +Back to your bag$/)],
    ]);
    const inGerman = await command(shop, 'texts', 'de', 'warenkorb', '--json');
    expect(JSON.parse(inGerman.out)).toEqual([
      { key: 'backToBag', place: 'pages', default: 'Back to your bag', text: 'Zurück zum Warenkorb' },
    ]);
    expect((await command(shop, 'texts', 'backToBagg')).out).toContain('did you mean "backToBag"?');
    expect(await command(shop, 'texts', 'fr')).toMatchObject({
      code: 1,
      out: expect.stringContaining('en, de'),
    });
    const all = JSON.parse((await command(shop, 'texts', '--json')).out) as { key: string }[];
    expect(all.map(({ key }) => key).sort()).toEqual(Object.keys(allTexts).sort());
  });

  it('applies a folder whole, or refuses it by path and reason and changes nothing', async () => {
    const shop = await createTestShop();
    const folder = shopFolder();
    await ensureShop(shop.services, folder);
    const state = async () => ({
      settings: await shop.db.read.selectFrom('settings').selectAll().orderBy('key').execute(),
      pages: await shop.db.read.selectFrom('pages').selectAll().orderBy('id').execute(),
      collections: await shop.db.read.selectFrom('collections').selectAll().orderBy('id').execute(),
    });
    const before = await state();
    expect((await command(shop, 'apply', folder)).out).toContain('Nothing to change');
    expect(await state()).toEqual(before);

    mkdirSync(join(folder, 'pages'), { recursive: true });
    writeFileSync(join(folder, 'pages', 'new.txt'), '---\ntitle: New\n---\n<p onclick="x()">Hi</p>\n');
    writeFileSync(join(folder, 'settings.json'), '{"tip": {"enabled": "perhaps"}}');
    const refused = await command(shop, 'apply', folder);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('settings.json, "tip"');
    expect(await state()).toEqual(before);

    // A merchant's page with the handle of a built-in page would never be shown.
    writeFileSync(join(folder, 'settings.json'), '{}');
    const own = join(folder, 'pages', 'how-it-looks.txt');
    writeFileSync(own, '---\ntitle: Our letters\nhandle: unsubscribe\n---\n<p>Hi</p>\n');
    await expect(applyFolder(shop.services, folder)).rejects.toThrow(
      '"unsubscribe" is a built-in page of the shop',
    );
    expect(await state()).toEqual(before);
    rmSync(own);

    writeFileSync(
      join(folder, 'settings.json'),
      '{"tip": {"enabled": false, "options": [5], "custom_allowed": true}}',
    );
    const done = await command(shop, 'apply', folder);
    expect([done.code, done.out]).toEqual([
      0,
      'Warning: settings in the shop but not in the folder (apply deletes nothing): shipping\n' +
        'changed: page new\nchanged: setting tip: options, custom_allowed\n2 changes',
    ]);
    const page = await shop.db.read
      .selectFrom('pages')
      .select('body_html')
      .where('handle', '=', 'new')
      .executeTakeFirst();
    expect(page?.body_html).toBe('<p>Hi</p>');
  });

  it('prints what an applied folder promises and its shipping rules do not keep [SHIPR-09]', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    writeFileSync(join(folder, 'theme.json'), '{"bag": {"freeShippingThreshold": 40}}');
    const applied = await command(shop, 'apply', folder);
    expect(applied.code).toBe(0);
    expect(applied.out).toMatch(/^Warning: The bag promises free shipping from 40 USD, .* United States/m);
  });

  it('prints which texts of an applied folder state days of delivery by themselves, and none that has marks for them', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const shipping = { ...defaultCheckoutSettings.shipping, processing: { min: 1, max: 2 } };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ shipping }));
    const tagline = 'Packed in {processing} days, and with you in 4 days';
    writeFileSync(join(folder, 'theme.json'), JSON.stringify({ shop: { name: 'Harbour', tagline } }));
    const text = (name: string, fields: string, body: string) => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), `---\n${fields}\n---\n${body}\n`);
    };
    text(
      'pages/by-hand.txt',
      'title: By hand',
      '<p>Delivery takes 3-5 working days.</p><p>Next-day delivery</p>',
    );
    text('pages/by-mark.txt', 'title: By mark', '<p>Packed in {processing} working days.</p>');
    text('articles/news.txt', 'title: News\ndate: 2026-11-25', '<p>We ship within 24 hours.</p>');
    const { code, out } = await command(shop, 'apply', folder);
    expect(code).toBe(0);
    const told = [...out.matchAll(/^Warning: (.+?) contains fixed delivery days: (.+?)\. Use /gm)];
    expect(told.map(([, place, words]) => [place, words])).toEqual([
      ['theme.json, shop.tagline', '"4 days"'],
      ['pages/by-hand.txt, body_html', '"3-5 working days", "Next-day delivery"'],
      ['articles/news.txt, body_html', '"24 hours"'],
    ]);
    const page = await shop.db.read
      .selectFrom('pages')
      .select('body_html')
      .where('handle', '=', 'by-mark')
      .executeTakeFirstOrThrow();
    expect(page.body_html).toBe('<p>Packed in 1-2 working days.</p>');
  });

  it.each([
    ['{"warehouse": [', 'This is not valid JSON'],
    ['', 'This is not valid JSON'],
    ['["2026-12-25"]', 'holidays.json: must be an object.'],
    ['{"warehouse": "2026-12-25"}', ': warehouse must be a list.'],
    ['{"warehouse": ["2026-12-25", "2026-02-30"]}', ': warehouse[1] must be a date such as 2026-12-24.'],
    ['{"destinations": {"DE": ["25.12.2026"]}}', ': destinations.DE[0] must be a date such as 2026-12-24.'],
    [
      '{"destinations": {"Germany": ["2026-12-25"]}}',
      ': destinations.Germany must be a two-letter country code.',
    ],
    ['{"destinations": {"DE": null}}', ': destinations.DE must be a list.'],
    ['{"weekends": []}', ': weekends is not a known field.'],
  ])('refuses days off written as %s by file and field, and promises as before', async (text, reason) => {
    const shop = await createTestShop({ now: Date.parse('2026-11-25T10:00:00Z') });
    await importForSale(shop, 'Handle,Title,Variant Price\nmug,Mug,20.00\n');
    const folder = testFolder();
    const path = join(folder, 'holidays.json');
    const { id } = await shop.db.read.selectFrom('products').select('id').executeTakeFirstOrThrow();
    const arrives = async () => {
      const query = { product: id, country_code: 'US' };
      return (await shop.visitor().data('GET /api/v1/storefront/delivery', { query })).arrives;
    };
    writeFileSync(path, '{"warehouse": ["2026-11-26"]}');
    expect(await applyFolder(shop.services, folder)).toEqual(['setting holidays']);
    const before = await arrives();
    expect(before).toEqual({ from: '2026-11-30', to: '2026-12-04' });
    writeFileSync(path, text);
    const refused = await applyFolder(shop.services, folder).then(String, ({ message }: Error) => message);
    expect(refused).toContain(`${path}: `);
    expect(refused.replace(/\s+/g, ' ')).toContain(reason);
    expect(await arrives()).toEqual(before);
  });

  it('reads a file with a byte-order mark, as some editors write it', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    writeFileSync(join(folder, 'holidays.json'), '\uFEFF{"warehouse": ["2026-12-25"]}');
    expect(await applyFolder(shop.services, folder)).toEqual(['setting holidays']);
  });

  it('refuses to ask for a login before checkout in a shop without accounts', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    const write = (file: string, content: unknown) =>
      writeFileSync(join(folder, file), JSON.stringify(content));
    const settings = () => shop.db.read.selectFrom('settings').selectAll().orderBy('key').execute();
    const apply = () => applyFolder(shop.services, folder);
    write('settings.json', { checkoutLogin: true });
    const before = await settings();
    const refused = `${join(folder, 'settings.json')}: "checkoutLogin" requires accounts`;
    await expect(apply()).rejects.toThrow(refused);
    expect(await settings()).toEqual(before);
    // With accounts the setting is allowed; accounts cannot be switched off while it is on.
    write('theme.json', { shop: { name: 'Harbour', hasAccounts: true } });
    expect(await apply()).toContain('setting checkoutLogin');
    write('theme.json', { shop: { name: 'Harbour', hasAccounts: false } });
    await expect(apply()).rejects.toThrow(refused);
    write('settings.json', { checkoutLogin: false });
    await expect(apply()).resolves.toHaveLength(2);
  });

  it('fills a collection that is new or has a new tag with the products there are', async () => {
    const shop = await createTestShop();
    const head = 'Handle,Title,Tags,Variant Price\n';
    await importForSale(shop, `${head}mug,Mug,Clay,20.00\njar,Jar,Glass,20.00\nbowl,Bowl,Clay,20.00\n`);
    const folder = testFolder();
    const apply = (tag: string) => {
      const glass = { handle: 'glass-things', title: 'Glass things', tag };
      writeFileSync(join(folder, 'collections.json'), JSON.stringify([glass]));
      return applyFolder(shop.services, folder);
    };
    const shown = async () => {
      const { product_list, total } = await shop
        .visitor()
        .data('GET /api/v1/storefront/collection', { query: { handle: 'glass-things' } });
      return { handles: product_list.map((card) => card.seo_url).sort(), total };
    };
    const tagged = async (tag: string) => {
      const rows = await shop.db.read.selectFrom('products').select(['handle', 'tags']).execute();
      return rows
        .filter(({ tags }) => (JSON.parse(tags) as string[]).some((own) => own.toLowerCase() === tag))
        .map(({ handle }) => handle)
        .sort();
    };
    const [first = '', second = ''] = await usedTags(shop);
    expect(await apply(first.toUpperCase())).toEqual(['collection glass-things']);
    const before = await tagged(first);
    expect(before.length).toBeGreaterThan(0);
    expect(await shown()).toEqual({ handles: before, total: before.length });
    await shop.db.write.deleteFrom('purges').execute();
    await apply(second);
    const after = await tagged(second);
    expect(await shown()).toEqual({ handles: after, total: after.length });
    const purged = await shop.db.read.selectFrom('purges').select('tag').execute();
    expect(purged.filter(({ tag }) => tag.startsWith('product:')).length).toBeGreaterThan(0);
    expect(await apply(second)).toEqual([]);
  });

  it('writes nothing at all when a later part cannot be written', async () => {
    const shop = await createTestShop();
    await ensureShop(shop.services, shopFolder());
    const folder = testFolder();
    writeFileSync(join(folder, 'collections.json'), '[{"handle": "fresh", "title": "Fresh"}]');
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages', 'a.txt'), '---\ntitle: A\n---\n<p>A</p>\n');
    writeFileSync(join(folder, 'promotions.json'), '[{"seo_url": "no promotion"}]');
    await expect(applyFolder(shop.services, folder)).rejects.toThrow('promotions.json');
    writeFileSync(join(folder, 'promotions.json'), '[]');
    const { transaction } = shop.services.db;
    const broken: typeof transaction = (work) =>
      transaction.call(shop.services.db, async (trx) => {
        const written = await work(trx as never);
        if (JSON.stringify(written).includes('page a')) throw new Error('the power went');
        return written;
      }) as never;
    const services = {
      ...shop.services,
      db: Object.assign(Object.create(shop.services.db), { transaction: broken }),
    };
    await expect(applyFolder(services, folder)).rejects.toThrow('the power went');
    const collections = await shop.db.read.selectFrom('collections').select('handle').execute();
    expect(collections.map(({ handle }) => handle)).not.toContain('fresh');
  });

  it('ends quietly when nobody reads on', { timeout: 60_000 }, async () => {
    const shop = await createTestShop();
    const env = { ...programEnv, ...shop.databaseEnv };
    const child = spawn(process.execPath, [script, 'help'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, errors]).toEqual([0, '']);
  });

  it('lists what was given up and has it tried again', async () => {
    const shop = await createTestShop();
    await shop.db.write
      .insertInto('jobs')
      .values({
        ...{ kind: 'mail', dedupe_key: 'order-confirmation:K7QMD-4XHRA', payload: '{}', state: 'given_up' },
        ...{ run_at: 0, attempts: 60, locked_until: 0, locked_by: '', finished_at: shop.clock.now() },
        last_error: 'Error: connect ECONNREFUSED\n    at somewhere',
      })
      .execute();
    const { jobs, retried } = JSON.parse((await command(shop, 'jobs', '--json')).out);
    expect([jobs.length, jobs[0].kind, jobs[0].attempts, retried]).toEqual([1, 'mail', 60, 0]);
    const listed = await command(shop, 'jobs', '--retry');
    expect(listed.out).toContain('mail  order-confirmation:K7QMD-4XHRA  failed after 60 attempts');
    expect(listed.out).toContain('ECONNREFUSED\n1 job will run again.');
    expect((await command(shop, 'jobs')).out).toBe('No failed jobs.');
  });
});

/** Returns two tags that products of the shop have. */
async function usedTags(shop: TestShop): Promise<string[]> {
  const rows = await shop.db.read.selectFrom('products').select('tags').orderBy('id').execute();
  const all = rows.flatMap(({ tags }) => (JSON.parse(tags) as string[]).map((tag) => tag.toLowerCase()));
  return [...new Set(all)].slice(0, 2);
}
