/**
 * Makes the backups beside it with the commit it is run in: `node tests/backups/make.ts`, after `node scripts/setup.mjs
 * --build`. Only commands and HTTP are used, no module of the server, so that it runs in any commit. Takes ports PORT
 * (8060) and the next; PostgreSQL is started from the system's programs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { findPostgres, startCluster } from '../api/harness/postgres-cluster.ts';
import type { Contents } from './contents.ts';
import { Shopper } from './shopper.ts';

const port = Number(process.env.PORT ?? 8060);
const site = `http://localhost:${port}`;
const sources = new URL('../..', import.meta.url).pathname;
/** What a refused card is answered with; 0 is done. */
const codes = { done: 0, declined: 50001 };
const scratch = mkdtempSync(join(tmpdir(), 'atoll-backups-'));
const shopFolder = join(scratch, 'shop');

try {
  await shrinkDemoShop();
  const folder = join(scratch, 'data');
  const sqlite = await fill({ DATA_DIR: folder }, join(import.meta.dirname, 'sqlite.backup'));
  for (const file of globSync(join(folder, 'storage/media/*/*'))) {
    if (!file.endsWith('/original')) rmSync(file);
  }
  execFileSync('tar', [
    ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--exclude=sandbox'],
    ...['-czf', join(import.meta.dirname, 'sqlite-data.tar.gz'), '-C', folder, '.'],
  ]);

  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed.');
  const cluster = await startCluster(programs);
  const postgres = await fill({ DATA_DIR: join(scratch, 'files'), DATABASE_URL: cluster.url });
  const dump = execFileSync(
    join(programs, 'pg_dump'),
    ['--no-owner', '--no-privileges', '--rows-per-insert=50', cluster.url],
    { maxBuffer: 2 ** 26 },
  );
  await cluster.stop();
  writeFileSync(join(import.meta.dirname, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }));
  const contents = { sqlite, postgres } satisfies Record<string, Contents>;
  writeFileSync(join(import.meta.dirname, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The demo shop with pictures of the size of stamps. */
async function shrinkDemoShop(): Promise<void> {
  cpSync(join(sources, 'shop'), shopFolder, { recursive: true });
  for (const file of globSync(join(shopFolder, 'media/**/*.webp'))) {
    const small = await sharp(file).resize(64).webp({ quality: 30 }).toBuffer();
    writeFileSync(file, small);
  }
}

/** Makes a shop, sells from it in every way, and ends it. @param backup where its backup is written to as well */
async function fill(env: { DATA_DIR: string; DATABASE_URL?: string }, backup?: string): Promise<Contents> {
  const all = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    SITE_URL: site,
    LOG_LEVEL: 'error',
    ...env,
  };
  const run = (...words: string[]) =>
    execFileSync(process.execPath, ['scripts/shop.ts', ...words], {
      cwd: sources,
      env: all,
      encoding: 'utf8',
    });
  mkdirSync(env.DATA_DIR, { recursive: true });
  // They name products, which come later.
  const promotions = join(shopFolder, 'promotions.json');
  const put = join(scratch, 'promotions.json');
  cpSync(promotions, put);
  rmSync(promotions);
  run('apply', shopFolder);
  run('import', join(shopFolder, 'products.csv'));
  cpSync(put, promotions);
  run('apply', shopFolder);

  const server = spawn(process.execPath, ['server.ts'], { cwd: sources, env: all, stdio: 'inherit' });
  const ended = once(server, 'exit');
  try {
    while (!(await fetch(`${site}/readyz`).catch(() => null))?.ok) await pause(50);
    return await sell(run);
  } finally {
    server.kill('SIGTERM');
    await ended;
    if (backup) run('backup', backup);
  }
}

async function sell(run: (...words: string[]) => string): Promise<Contents> {
  const ada = new Shopper(site, 'ada@example.com');
  const carl = new Shopper(site, 'carl@example.com');
  const mug = await ada.line('tidal-mug', 'MAR-TA-MUG-SAGE');
  const blanket = await ada.line('windbreak-throw', 'MAR-LN-THROW-SAGE');
  const napkins = await ada.line('galley-napkins', 'MAR-LN-NAPKINS-CLAY');

  const shipped = await ada.order([blanket], 'LINEN15');
  await ada.pay(shipped, 'tok_test_success');
  run('ship', shipped.orderNo, 'TRACK-0001', 'Post');
  const tailor_req_list = [
    { name: 'text', type: 1, value: 'ADA' },
    { name: 'card', type: 3, value: 'Rust' },
    { name: 'image', type: 2, value: await ada.upload() },
  ];
  const paid = await ada.order([
    { ...napkins, variant_price: napkins.variant_price + 20, tailor_req_list },
    { ...mug, quantity: 2 },
  ]);
  await ada.pay(paid, 'tok_test_success');
  const declined = await carl.order([mug]);
  await carl.pay(declined, 'tok_test_failure', codes.declined);
  await carl.order([mug]);
  await carl.checkout([mug]);
  await carl.call('POST', '/api/v1/customer/subscribe', { email: carl.email, source_type: 2 });

  const picture = await ada.upload();
  const review = { star: 4, content: 'A good mug, a little heavy.', nickname: 'Ada', email: ada.email };
  const { id } = await ada.call('POST', `/api/v1/comments/${mug.product_id}`, {
    ...review,
    images: [picture],
  });
  await carl.call('PUT', `/api/v1/comments/${id}/like`, { distinct_id: 'carl' });
  await carl.call('POST', `/api/v1/comments/${blanket.product_id}`, { ...review, nickname: 'Carl' });
  return {
    orders: run('orders').trim().split('\n').length,
    paid: { no: paid.orderNo, email: ada.email, token: paid.token, total: paid.total },
    sold: { product: mug.product_id, variant: mug.variant_id, price: mug.variant_price },
    review: { product: mug.product_id, picture },
  };
}
