/**
 * The shop that the byte budgets (docs/architecture.md) apply to: the demo shop plus imported products: one with 24 variants and
 * 20 reviews with photos, one with 500 variants, and a collection of 20.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import type { z } from 'zod';
import { addComment } from '#server/catalog/comments-store.ts';
import { csvLine } from '#server/catalog/csv/cells.ts';
import { columnHeaderFor, type Field } from '#server/catalog/csv/columns.ts';
import { importProducts } from '#server/catalog/csv/import-products.ts';
import { readEnv } from '#server/core/env.ts';
import type { Services } from '#server/core/services.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { noticeSettings, purchaseSettings } from '#server/marketing/purchases.ts';
import {
  marketingEventSettings,
  noRecommendations,
  recommendSettings,
  reminderSettings,
} from '#server/marketing/settings.ts';
import { startServices } from '#server/process/start-services.ts';
import { writeSetting } from '#server/settings/store.ts';
import { pixelSettings } from '#server/tracking/pixel-settings.ts';
import { visitsSchema } from '#server/tracking/settings.ts';

export const measured = {
  product: '/products/harbour-lamp',
  manyVariants: '/products/archive-cloth',
  collection: '/collections/measured',
};

/** KB, compressed with brotli as served. */
export interface Budget {
  scripts: number;
  html: number;
  css: number;
  fonts: number;
  largestPicture: number;
}

/** Without input until ten seconds after load, in a shop without marketing. */
export const browsing: Budget = { scripts: 11, html: 16, css: 14, fonts: 60, largestPicture: 60 };

/** Pages that are islands, and any page with all islands hydrated. */
export const hydrated: Budget = { ...browsing, scripts: 96 };

/** KB of scripts in a shop that counts visits, as the demo shop does: ten seconds after load, and with every island hydrated. */
export const visitScripts = { browsing: 12, hydrated: 97 };

/** KB of scripts of a product page with all marketing features on, before any of them shows. */
export const marketingScripts = 22.6;

/** Every type of browsing page. */
export const measuredPages: { name: string; path: string; html?: number }[] = [
  { name: 'the home page', path: '/' },
  { name: 'the list of collections', path: '/collections' },
  { name: 'a collection of 20 cards', path: measured.collection },
  { name: 'a product with 24 variants and 20 reviews', path: measured.product, html: 17 },
  { name: 'a product with 500 variants', path: measured.manyVariants, html: 24 },
  { name: 'search', path: '/search?q=jug' },
  { name: 'a page that is not there', path: '/nothing-here' },
];

/** Fills an empty data folder. @param env environment of the server that will use it */
export async function fillMeasuredShop(env: Record<string, string>): Promise<void> {
  const { services, stop } = await startServices(readEnv(env), pino({ level: 'silent' }));
  try {
    const folder = join(services.env.DATA_DIR, 'measured');
    mkdirSync(folder);
    symlinkSync(resolve('shop/media'), join(folder, 'media'));
    const file = join(folder, 'products.csv');
    writeFileSync(file, productFile());
    const report = await importProducts(services, file);
    if (report.problemCount > 0) throw new Error(JSON.stringify(report.problems));
    await addReviews(services, 'harbour-lamp');
  } finally {
    await stop();
  }
}

/** Switches off the demo shop's marketing. @param env environment of the shop, which may be running */
export async function switchMarketingOff(env: Record<string, string>): Promise<void> {
  const db = await openDatabase(readEnv(env));
  await db.transaction(async (trx) => {
    await writeSetting(trx, 'visits', visitsSchema, false, Date.now());
    await writeSetting(trx, 'recommend', recommendSettings, noRecommendations, Date.now());
  });
  await db.close();
}

/**
 * Switches on all marketing for a product page. The demo's popups show only after the measured time.
 * @param env environment of the shop, which may be running
 */
export async function switchMarketingOn(env: Record<string, string>): Promise<void> {
  const db = await openDatabase(readEnv(env));
  const note = (event: string, type: 1 | 2 | 3, params = {}) => ({ event, type, title: 'A note', params });
  const list = (id: 1 | 2 | 3 | 4) => ({
    id,
    title: 'More',
    page_types: [id],
    source: { kind: 'best_selling' as const },
  });
  const lists = ([1, 2, 3, 4] as const).map(list);
  const now = Date.now();
  await db.transaction(async (trx) => {
    await writeSetting(trx, 'visits', visitsSchema, true, now);
    await writeSetting(trx, 'purchaseBarrage', purchaseSettings, { enabled: true }, now);
    await writeSetting(trx, 'purchaseNotice', noticeSettings, { enabled: true }, now);
    await writeSetting(trx, 'orderReminder', reminderSettings, { enabled: true }, now);
    await writeSetting(trx, 'popups', popupSettings, demoPopups(), now);
    await writeSetting(trx, 'pixels', pixelSettings, { meta: '123456789012345' }, now);
    await writeSetting(
      trx,
      'recommend',
      recommendSettings,
      { status: true, add_to_cart_status: true, cart_status: true, lists },
      now,
    );
    await writeSetting(
      trx,
      'atmosphere',
      marketingEventSettings,
      [
        note('PRODUCT_TEXT_NOTE', 1, { iconClass: 'leaf' }),
        note('PRODUCT_COUNTDOWN', 3, { minutes: 4, countdownDisplay: '{title} {time}', endingTitle: 'Over' }),
        note('VARIANT_INVENTORY', 1),
        note('ADD_TO_BAG_ANIMATION', 2),
        note('BUY_NOW_ANIMATION', 2),
      ],
      now,
    );
  });
  await db.close();
}

/** Returns the demo shop's popups enabled, without images, which only `apply` can read from the folder. */
function demoPopups(): z.input<typeof popupSettings> {
  const { popups } = JSON.parse(readFileSync('shop/popups.json', 'utf8')) as {
    popups: { json_config?: { firstPage?: object } }[];
  };
  return popups.map(({ json_config, ...popup }) => ({
    ...popup,
    enabled: true,
    json_config: json_config?.firstPage
      ? { ...json_config, firstPage: { ...json_config.firstPage, image: '' } }
      : json_config,
  })) as z.input<typeof popupSettings>;
}

interface Option {
  name: string;
  values: string[];
}

const colours: Record<string, string> = {
  Oat: '#e6dccb',
  Sage: '#8ba297',
  Ink: '#2f3b4a',
  Rust: '#b5664b',
  Chalk: '#f3f1ea',
  Moss: '#5c6b45',
  Clay: '#a9745b',
  Slate: '#6c747a',
  Straw: '#d9c27e',
  Plum: '#5b3a4b',
};

const lampPictures = ['main-oat', 'main-sage', 'main-ink', 'main-rust', 'pair'].map(
  (name) => `media/mug/${name}.webp`,
);
const cardPictures = ['cup/main-oat', 'cup/main-sage', 'bowl/main-oat', 'bowl/main-sage', 'bowl/nested'];

const texts =
  '<p>A table lamp for the end of the day: a turned base that stays cool, a linen shade that turns a bright bulb into ' +
  'something like the last light on a wall, and a cord long enough to reach the socket behind the shelf.</p><p>The base ' +
  'is thrown in one piece and glazed in four colours. The switch sits where the hand finds it in the dark, and the ' +
  'shade comes off with a quarter turn when it wants dusting.</p><ul><li>Base 18 cm wide, 42 cm tall with its shade</li>' +
  '<li>Stoneware, washed linen, brass</li><li>Takes an E27 bulb of up to 40 W, one is in the box</li></ul>';

const others = JSON.stringify({
  tabs: [
    { title: 'Care', html: '<p>Wipe the base with a damp cloth. Brush the shade, never wash it.</p>' },
    { title: 'How it is made', html: '<p>Thrown by hand, fired twice, wired and tested one by one.</p>' },
  ],
  size_guide: '',
});

function productFile(): string {
  const lamp: Option[] = [
    { name: 'Glaze', values: Object.keys(colours).slice(0, 4) },
    { name: 'Size', values: ['Small', 'Medium', 'Large'] },
    { name: 'Shade', values: ['Natural linen', 'Bleached linen'] },
  ];
  const cloth: Option[] = [
    { name: 'Colour', values: Object.keys(colours) },
    { name: 'Width', values: Array.from({ length: 10 }, (_, at) => `${70 + 10 * at} cm`) },
    { name: 'Weave', values: ['Plain', 'Twill', 'Satin', 'Waffle', 'Honeycomb'] },
  ];
  const cards = Array.from({ length: 20 }, (_, at) =>
    linesOf({
      handle: `measured-${at + 1}`,
      title: `${['Quiet', 'Broad', 'Pale', 'Ribbed'][at % 4]} ${['jug', 'dish', 'pot', 'beaker', 'tray', 'jar'][at % 6]} no. ${at + 1}`,
      tags: 'Measured',
      options: [{ name: 'Glaze', values: Object.keys(colours).slice(0, 4) }],
      price: 20 + 3 * at,
      pictures: [0, 1, 2].map((next) => `media/${cardPictures[(at + next) % cardPictures.length]}.webp`),
    }),
  );
  const lines = [
    ...linesOf({
      handle: 'harbour-lamp',
      title: 'Harbour table lamp',
      tags: 'Light',
      options: lamp,
      price: 129,
      pictures: lampPictures,
    }),
    ...linesOf({
      handle: 'archive-cloth',
      title: 'Archive cloth',
      tags: 'Linen',
      options: cloth,
      price: 48,
      pictures: lampPictures,
    }),
    ...cards.flat(),
  ];
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line) as Field[]))];
  const rows = lines.map((line) => columns.map((column) => line[column] ?? ''));
  return [columns.map(columnHeaderFor), ...rows].map(csvLine).join('');
}

interface Product {
  handle: string;
  title: string;
  tags: string;
  options: Option[];
  price: number;
  pictures: string[];
}

/** Returns one CSV row per variant; prices and stock differ, every fifth variant is sold out, every second reduced. */
function linesOf({
  handle,
  title,
  tags,
  options,
  price,
  pictures,
}: Product): Partial<Record<Field, string>>[] {
  const variants = options.reduce<string[][]>(
    (before, { values }) => before.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  );
  return variants.map((values, at) => {
    const amount = price + 4 * (at % 7);
    const colour = colours[values[0] ?? ''] ?? '';
    return {
      handle,
      ...(at === 0 && {
        title,
        tags,
        description: texts,
        vendor: 'Harbour',
        type: 'Measured',
        published: 'TRUE',
        others,
        seoDescription: `${title}, thrown by hand and glazed in one of four colours.`,
      }),
      ...Object.fromEntries(
        options.flatMap(({ name }, index) => [
          [`option${index + 1}Name`, at === 0 ? name : ''],
          [`option${index + 1}Value`, values[index]],
        ]),
      ),
      ...(colour && at === 0 && { option1Style: 'colour' }),
      option1Swatch: colour,
      sku: `${handle.toUpperCase()}-${values.map((value) => value.slice(0, 3).toUpperCase()).join('-')}`,
      price: `${amount}.00`,
      compareAtPrice: at % 2 === 0 ? `${amount + 15}.00` : '',
      tracker: 'shopify',
      quantity: String(at % 5 === 4 ? 0 : 3 + at),
      policy: 'deny',
      grams: '1200',
      image: pictures[at] ?? '',
      imagePosition: pictures[at] ? String(at + 1) : '',
      imageAlt: pictures[at] ? `${title}, seen from side ${at + 1}` : '',
      variantImage: pictures[at % pictures.length] ?? '',
    };
  });
}

/** Adds twenty reviews with the demo shop's texts, each with a photo like a phone's. */
async function addReviews(services: Services, handle: string): Promise<void> {
  const { reviews } = JSON.parse(readFileSync('shop/reviews.json', 'utf8')) as {
    reviews: { content: string; nickname: string }[];
  };
  const photos = await Promise.all(['hero', 'light', 'morning'].map((name) => upload(services, name)));
  const { id: productId } = await services.db.read
    .selectFrom('products')
    .select('id')
    .where('handle', '=', handle)
    .executeTakeFirstOrThrow();
  await services.db.transaction(async (trx) => {
    for (let at = 0; at < 20; at += 1) {
      const comment = {
        productId,
        nickname: reviews[at]!.nickname,
        email: '',
        star: 3 + (at % 3),
        content: [0, 20].map((next) => reviews[at + next]!.content).join(' '),
        images: photos.slice(0, 1 + (at % 3)),
        isVerified: at % 2 === 0,
        variant: at % 2 === 0 ? 'Sage / Medium / Natural linen' : '',
        status: 'published' as const,
        createdAt: Date.UTC(2026, 8, 1 + at, 12),
      };
      await addComment(trx, comment, services.now());
    }
  });
}

/** Stores a demo image as an upload, large and with added grain like a phone photo. @returns its URL */
async function upload({ storage }: Services, scene: string): Promise<string> {
  const name = createHash('sha256').update(`measured ${scene}`).digest('hex').slice(0, 32);
  const key = `uploads/${name}`;
  if (!(await storage.get(key))) {
    const [width, height] = [2400, 1800];
    const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
    const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer();
    const photo = await sharp(`shop/media/wide/${scene}.webp`)
      .resize(width, height)
      .composite([{ input: grain, blend: 'soft-light' }])
      .jpeg()
      .toBuffer();
    await storage.put(key, photo, 'image/jpeg');
  }
  return `/media/${key}.webp`;
}
