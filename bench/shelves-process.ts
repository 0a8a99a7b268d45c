/**
 * Runs in its own process: adds products of the size that the budgets assume to the shop of the environment, each with 24
 * variants, 4 images, 3 sentences and 20 reviews, through the importer and the review store.
 */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { addComment } from '#server/catalog/comments-store.ts';
import { csvLine } from '#server/catalog/csv/cells.ts';
import { columnHeaderFor, type Field } from '#server/catalog/csv/columns.ts';
import { importProducts } from '#server/catalog/csv/import-products.ts';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openStorage } from '#server/media/open-storage.ts';
import { handleAt } from './shelves.ts';

const count = Number(process.argv[2] ?? 100);
const pictures = ['main-sage', 'main-ink', 'main-oat', 'main-rust'].map((name) => `media/mug/${name}.webp`);
const glazes = ['Sage', 'Ink', 'Oat', 'Rust', 'Chalk', 'Moss'];
const sizes = ['Small', 'Medium', 'Large', 'Family'];
const tags = ['Table', 'Light', 'Wood', 'Linen', 'Small things', 'Gifts', 'New'];
const words =
  'quiet round heavy pale deep plain ribbed soft broad tall stoneware glass oak brass clay cork'.split(' ');
const reviewCount = 20;

const env = readEnv(process.env);
const db = await openDatabase(env, { poolSize: 2 });
const folder = mkdtempSync(join(tmpdir(), 'atoll-shelves-'));
try {
  symlinkSync(resolve('shop/media'), join(folder, 'media'));
  writeFileSync(join(folder, 'products.csv'), [...lines()].join(''));
  const services = { env, db, storage: openStorage(env, globalThis.fetch), now: Date.now };
  const report = await importProducts(services, join(folder, 'products.csv'));
  if (report.problemCount > 0) throw new Error(report.problems[0]?.message);
  await addReviews();
} finally {
  await db.close();
  rmSync(folder, { recursive: true });
}

function* lines(): Generator<string> {
  const columns = [
    'handle', 'title', 'description', 'vendor', 'type', 'tags', 'published', 'option1Name', 'option1Value',
    'option1Style', 'option2Name', 'option2Value', 'sku', 'grams', 'tracker', 'quantity', 'policy', 'price',
    'compareAtPrice', 'image', 'imageAlt', 'imageOption',
  ] as const satisfies readonly Field[]; // biome-ignore format: a row
  yield csvLine(columns.map(columnHeaderFor));
  for (let number = 0; number < count; number += 1) {
    const title = sentence(number, 3);
    for (const [row, [glaze, size]] of combinations().entries()) {
      const first = row === 0;
      const cells: Record<(typeof columns)[number], string> = {
        handle: handleAt(number),
        title: first ? title : '',
        description: first
          ? `<p>${sentence(number + 1, 24)}. ${sentence(number + 2, 20)}.</p><p>${sentence(number + 3, 22)}.</p>`
          : '',
        vendor: first ? 'Quay' : '',
        type: first ? 'Mug' : '',
        tags: first ? `Everything, ${tags[number % tags.length]}` : '',
        published: first ? 'TRUE' : '',
        option1Name: first ? 'Glaze' : '',
        option1Value: glaze ?? '',
        option1Style: first ? 'picture' : '',
        option2Name: first ? 'Size' : '',
        option2Value: size ?? '',
        sku: `SHELF-${number}-${row}`,
        grams: '400',
        tracker: 'shopify',
        quantity: String((number * 7 + row * 3) % 11),
        policy: 'deny',
        price: `${20 + ((number + row) % 40)}.00`,
        compareAtPrice: row % 5 === 0 ? '75.00' : '',
        image: pictures[row] ?? '',
        imageAlt: pictures[row] ? `${title} in ${glazes[row]}` : '',
        imageOption: pictures[row] ? (glazes[row] ?? '') : '',
      };
      yield csvLine(columns.map((column) => cells[column]));
    }
  }
}

function combinations(): [string, string][] {
  return glazes.flatMap((glaze) => sizes.map((size): [string, string] => [glaze, size]));
}

/** Text derived from the seed alone. */
function sentence(seed: number, length: number): string {
  const chosen = Array.from({ length }, (_, at) => words[(seed * 31 + at * at * 7 + at) % words.length]);
  const text = `${chosen.join(' ')} ${seed}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function addReviews(): Promise<void> {
  const products = await db.read
    .selectFrom('products')
    .select('id')
    .where('handle', 'like', `${handleAt('')}%`)
    .orderBy('id')
    .execute();
  for (let from = 0; from < products.length; from += 50) {
    await db.transaction(async (trx) => {
      for (const { id } of products.slice(from, from + 50)) {
        for (let number = 0; number < reviewCount; number += 1) {
          const review = {
            productId: id,
            nickname: `Ada ${number}`,
            email: '',
            star: 3 + ((id + number) % 3),
            content: `${sentence(id + number, 30)}.`,
            images: [],
            status: 'published' as const,
            isVerified: number % 2 === 0,
            createdAt: Date.UTC(2026, number % 12, 1 + (id % 28)),
          };
          await addComment(trx, review, Date.now());
        }
      }
    });
  }
}
