/** The image widths that screens choose on every surface: jobs encode them ahead of requests. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { srcsetWidths } from '#lib/media/image.ts';
import { type Screen, screens, selectSrcsetWidth } from '#lib/media/screens.ts';
import { getImageVariantsToEncode } from '#server/media/derivatives-job.ts';

interface Surface {
  sizes: string;
  /** Width of the widest offered variant, px. */
  max: number;
  format?: 'webp';
  /** Offered widths, px, if they are not those of the picture. */
  offered?: number[];
  /** Width, px, by screen: chosen so rarely that it is made on request. */
  onRequest?: Record<string, number>;
}

/** Images of products; the demo's originals are 1,600 px wide. */
const ofProducts: Record<string, Surface> = {
  card: { sizes: '(width > 1040px) 25vw, 50vw', max: 800 },
  'card of an album': { sizes: '(width > 1040px) 25vw, 46vw', max: 960 },
  'card of a list the browser knows': { sizes: 'auto, (width > 1040px) 25vw, 50vw', max: 800 },
  'card of a listing': { sizes: '(width > 1040px) 23vw, (width > 720px) 30vw, 46vw', max: 800 },
  'related card': { sizes: '(width > 1040px) 22vw, (width > 720px) 30vw, 44vw', max: 800 },
  gallery: { sizes: '(width > 1520px) 748px, (width >= 750px) 47.4vw, 100vw', max: 1920 },
  'card of a promotion': { sizes: '(width > 720px) 33vw, 50vw', max: 1440 },
  'large card of a promotion': {
    sizes: '(width > 720px) 52vw, 100vw',
    max: 1440,
    // One screen on a page of few promotions: 960 px of every picture would cost an eighth more.
    onRequest: { 'iPad upright': 960 },
  },
  'card after an order': { sizes: '(width > 720px) 240px, 44vw', max: 640 },
  'product of a set': { sizes: '(width > 720px) 33vw, 80px', max: 800, format: 'webp', offered: [320, 800] },
  suggestion: { sizes: '(width > 640px) 260px, 45vw', max: 800, format: 'webp' },
  thumbnail: { sizes: '34px', max: 160, format: 'webp', offered: [160] },
  'thumbnail of a gallery, line of a bag': { sizes: '130px', max: 320, format: 'webp', offered: [320] },
};

/** Images of banners, collections, articles and pages, up to 2,880 px. */
const ofContent: Record<string, Surface> = {
  hero: { sizes: '100vw', max: 2880 },
  'banner of fixed height': { sizes: '(width > 1040px) 100vw, 160vw', max: 2880 },
  'tile of a collection': { sizes: '(width > 720px) 50vw, 66vw', max: 1920 },
  'upright tile': { sizes: '(width > 1040px) 15vw, (width > 720px) 31vw, 46vw', max: 1920 },
  'wide tile of all collections': { sizes: '92vw', max: 1920 },
  'image beside text': { sizes: '(width > 860px) 58vw, 100vw', max: 1920 },
  'image in a column': { sizes: '(width > 720px) 33vw, 100vw', max: 1440 },
  newsletter: { sizes: '(width > 860px) 46vw, 100vw', max: 1440 },
  'image of a title': { sizes: '(width > 1040px) 34vw, 46vw', max: 1440 },
  'cover of an album': { sizes: '(width > 1040px) 46vw, 100vw', max: 1920 },
  article: { sizes: '(width > 720px) 45vw, 100vw', max: 1920 },
  'further article': { sizes: '(width > 720px) 60vw, 100vw', max: 1920 },
  'article of the journal': { sizes: '(width > 1040px) 40vw, (width > 720px) 60vw, 100vw', max: 1920 },
  'featured article': { sizes: '(width > 1040px) 60vw, 100vw', max: 1920 },
  'picture of an article': { sizes: '(width > 800px) 720px, 100vw', max: 1920 },
  'large picture of an article': { sizes: '(width > 1168px) 1040px, 100vw', max: 1920 },
  popup: { sizes: '(width > 720px) 400px, 100vw', max: 960 },
  'suggested collection': { sizes: '(width > 1024px) 470px, 130px', max: 800, format: 'webp' },
};

const all = Object.entries(screens);

function choices({ sizes, max, format, offered }: Surface, master: number) {
  const widths = offered ?? srcsetWidths({ width: master }).filter((width) => width <= max);
  return all.map(([screen, size]) => ({
    screen,
    form: `${selectSrcsetWidth(sizes, widths, size)}.${format ?? 'avif'}`,
  }));
}

const wanted = (width: number, isOfProduct: boolean) =>
  getImageVariantsToEncode({ width, isOfProduct }).map((form) => `${form.width}.${form.format}`);

describe('the image variants that jobs make', () => {
  it.each([
    ...Object.entries(ofProducts).map(([name, surface]) => [name, surface, 1600, true] as const),
    ...Object.entries(ofContent).map(([name, surface]) => [name, surface, 2880, false] as const),
  ])('are those that twelve screens choose: %s', (_, surface, master, isOfProduct) => {
    const missing = choices(surface, master).filter(
      ({ form }) => !wanted(master, isOfProduct).includes(form),
    );
    const onRequest = Object.entries(surface.onRequest ?? {});
    expect(missing).toEqual(onRequest.map(([screen, width]) => ({ screen, form: `${width}.avif` })));
  });

  it('of products are no others', () => {
    const chosen = Object.values(ofProducts).flatMap((surface) => choices(surface, 1600));
    // No screen above chooses 352.webp: thumbnails in lists of pages use it, and so do browsers without AVIF.
    const forms = new Set([...chosen.map(({ form }) => form), '352.webp']);
    expect(wanted(1600, true).filter((form) => !forms.has(form))).toEqual([]);
  });

  it('include the width of a narrow original, and nothing wider', () => {
    expect(wanted(700, true)).toEqual([
      '352.avif',
      '560.avif',
      '700.avif',
      ...[160, 320, 352, 560, 700].map((width) => `${width}.webp`),
    ]);
    expect(wanted(100, true)).toEqual(['100.avif', '100.webp']);
  });

  it('are those of every `sizes` in the source', () => {
    const files = globSync('src/{client,components,islands,layouts,pages,sections}/**/*.{astro,ts,tsx}');
    const found = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /['"`]((?:auto, )?\(width >=? \d+px\) [\d.]+(?:vw|px)[^'"`$]*)['"`]/g,
        ),
      ].map(([, sizes]) => sizes!),
    );
    const tried = [...Object.values(ofProducts), ...Object.values(ofContent)].map(({ sizes }) => sizes);
    expect(found.length).toBeGreaterThan(20);
    // Two cells of a grid of collections; both are narrower than its wide tile.
    expect([...new Set(found)].filter((sizes) => !tried.includes(sizes))).toEqual([
      '(width > 720px) 46vw, 92vw',
    ]);
  });
});

describe('the width that a screen chooses', () => {
  const widths = [352, 800, 1440];
  const screen = (width: number, dots: number): Screen => ({ width, dots });
  it.each([
    ['(width > 720px) 30vw, 46vw', screen(721, 1), 352],
    ['(width > 720px) 90vw, 46vw', screen(721, 1), 800],
    ['(width > 720px) 90vw, 46vw', screen(720, 1), 352],
    ['(width >= 720px) 90vw, 46vw', screen(720, 1), 800],
    ['(width >= 720px) 90vw, 46vw', screen(719, 1), 352],
    ['176px', screen(400, 2), 352],
    ['177px', screen(400, 2), 800],
    ['100vw', screen(2000, 2), 1440],
  ])('of %s on %o is %i', (sizes, on, width) => {
    expect(selectSrcsetWidth(sizes, widths, on)).toBe(width);
  });
  it('is none where no length holds', () => {
    expect(() => selectSrcsetWidth('(width > 720px) 30vw', widths, screen(400, 1))).toThrow('no length');
  });
});
