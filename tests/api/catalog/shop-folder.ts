/** A small merchant's folder for tests: valid, with something of every type, and nothing from the demo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from './files.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const theme = {
  shop: { name: 'Harbour', headerMenuId: 1 },
  tokens: { 'color-accent': '#123456' },
  header: { logoUrl: '/logo.svg' },
  menus: [
    {
      id: 1,
      title: 'Main',
      menuList: [
        { id: 11, name: 'Cups', type: 3, url: 'cups' },
        { id: 12, name: 'Mug', type: 2, url: 'mug' },
        { id: 13, name: 'About', type: 0, url: '/pages/about' },
        { id: 14, name: 'News', type: 0, url: '/blogs/opening' },
        { id: 15, name: 'Elsewhere', type: 0, url: 'https://example.com' },
      ],
    },
  ],
  models: {
    home: {
      banner1: { items: [{ picture: { file: 'cup.png', alt: 'A cup' }, title: 'Cups' }] },
      featured_collection_2: { collection_id: 'cups' },
    },
  },
};

export const settings = {
  tip: { enabled: false, options: [], custom_allowed: false },
  shipping: {
    zones: [
      {
        title: 'Everywhere',
        countries: ['*'],
        methods: [{ id: 'post', title: 'Post', shipping_type: 1, min: 0, max: null, shipping_amount: 550 }],
      },
    ],
  },
};

export const promotions = [
  {
    kind: 'code',
    title: 'Less for cups',
    seo_url: 'less-for-cups',
    code: 'CUPS10',
    range: { collections: ['cups'] },
    rules: { condition: 'amount', min: 10, mode: 'percent', value: 10 },
  },
  {
    kind: 'tier',
    title: 'Mugs by the pair',
    seo_url: 'mugs-by-the-pair',
    range: { products: ['mug'] },
    rules: { condition: 'quantity', mode: 'percent', tiers: [{ min: 2, value: 10 }] },
  },
];

const text = (fields: string) => `---\n${fields}\n---\n<p>Hello</p>\n`;

const whole: Readonly<Record<string, unknown>> = {
  'theme.json': theme,
  'settings.json': settings,
  'collections.json': [{ handle: 'cups', title: 'Cups', tag: 'Cups' }],
  'promotions.json': promotions,
  'products.csv':
    'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status\n' +
    'mug,Mug,Cups,Glaze,Sage,M-1,20.00,3,Active\nbowl,Bowl,,Glaze,Oat,B-1,30.00,3,Active\n',
  'reviews.json': [
    { product: 'mug', date: '2026-02-11', star: 5, nickname: 'Hanne', content: 'Good.', variant: 'Sage' },
  ],
  'pages/about.txt': text('title: About'),
  'articles/opening.txt': text('title: Opening\ndate: 2026-02-11'),
  'media/cup.png': Buffer.from(pixel, 'base64'),
};

/**
 * Writes the folder and returns its path.
 * @param changes files to replace, by path; undefined omits one
 */
export function shopFolder(changes: Record<string, unknown> = {}): string {
  const folder = testFolder();
  for (const [path, content] of Object.entries({ ...whole, ...changes })) writeFile(folder, path, content);
  return folder;
}

/** Writes one file: texts and bytes unchanged, anything else as JSON. */
export function writeFile(folder: string, path: string, content: unknown): void {
  if (content === undefined) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(join(folder, path), isPlain ? content : JSON.stringify(content));
}
