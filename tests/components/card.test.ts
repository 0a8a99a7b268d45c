import { describe, expect, test } from 'vitest';
import Picture from '#components/Picture.astro';
import Price from '#components/Price.astro';
import ProductCard from '#components/ProductCard.astro';
import { htmlOf, odd, rendered } from './rendered.ts';

const worst = `${odd}<img src=x onerror="alert(1)">'" onload='alert(2)`;
const picture = { id: 'a1', width: 900, height: 1200, alt: worst, color: '#abcdef' };

const product = {
  id: 7,
  seo_url: 'worst',
  title: worst,
  sale_price: 20,
  compare_at_price: 25,
  original_price: 20,
  price_varies: false,
  original: picture,
  second: null,
  img_size: '3:4',
  options_image: [
    { value: worst, styleValue: '#123456', picture: null, sku_id: 70 },
    { value: 'Ink', picture, sku_id: 71 },
  ],
  comment_num: 2,
  comment_avg_star: 4.5,
  sku_id: 70,
  sale_status: 1,
  in_stock: true,
  isPreSale: false,
  isNew: false,
  noOptions: false,
  has_custom_props: false,
};

/** Returns all attributes as `element attribute`. */
const attributesIn = (place: Element) =>
  [...place.querySelectorAll('*')].flatMap((one) =>
    one.getAttributeNames().map((name) => `${one.localName} ${name}`),
  );

describe('a card', () => {
  test('shows a title as it was written, whatever was written, and makes nothing of it', async () => {
    const [place, plain] = [
      await rendered(ProductCard, { product }),
      await rendered(ProductCard, {
        product: { ...product, title: 'Mug', original: { ...picture, alt: 'A mug' } },
      }),
    ];
    expect(place.querySelector('h3')?.textContent).toBe(worst);
    expect(place.querySelector('h3')?.dir).toBe('auto');
    expect(place.querySelector('picture img')?.getAttribute('alt')).toBe(worst);
    expect(place.querySelector('[data-view]')?.getAttribute('aria-label')).toContain(worst);
    expect(place.querySelectorAll('script, b, [onerror], [onload]')).toHaveLength(0);
    expect(attributesIn(place)).toEqual(attributesIn(plain));
  });

  test('that is sold out has a button that does nothing; one that can be bought, a link to its product', async () => {
    const soldOut = await rendered(ProductCard, { product: { ...product, sale_status: 0, in_stock: false } });
    expect(soldOut.querySelector('.card-add')?.hasAttribute('disabled')).toBe(true);
    const open = await rendered(ProductCard, { product });
    expect(open.querySelector('a.card-add')?.getAttribute('href')).toBe('/products/worst');
  });
});

test('a card of a variant that was asked for leads to it and marks its thumbnail [CARD-02, CARD-04, SRCH-09]', async () => {
  const of = async (more: object) => {
    const place = await rendered(ProductCard, { product: { ...product, ...more } });
    return {
      links: ['.card-title a', 'a.card-add'].map((link) => place.querySelector(link)!.getAttribute('href')),
      chosen: [...place.querySelectorAll('input[checked]')].map((thumb) => thumb.getAttribute('aria-label')),
    };
  };
  expect(await of({})).toEqual({ links: ['/products/worst', '/products/worst'], chosen: [] });
  const path = '/products/worst?variant=71';
  expect(await of({ variant: 71 })).toEqual({ links: [path, path], chosen: ['Ink'] });
});

test('a card whose cheapest variant is not reduced shows a reduced one below, and the badge [CARD-02, CARD-07]', async () => {
  const whole = { ...product, compare_at_price: null };
  const reduced = { name: worst, sale_price: 30, price_before: 40 };
  const place = await rendered(ProductCard, { product: { ...whole, reduced } });
  expect(place.querySelector('.badge-sale')).not.toBeNull();
  expect(place.querySelectorAll('.price')).toHaveLength(1);
  const line = place.querySelector('.card-reduced')!;
  expect(line.firstElementChild!.textContent).toBe(worst);
  expect([...line.querySelectorAll('[data-amount]')].map(({ textContent }) => textContent)).toEqual([
    '$30.00',
    '$40.00',
  ]);
  const plain = await rendered(ProductCard, { product: whole });
  expect(plain.querySelectorAll('.badge-sale, .card-reduced')).toHaveLength(0);
});

test('a card of a variant that was saved names its values and adds it at once, unless it is sold out or ordered on its page [R170, CARD-08]', async () => {
  const of = async (more: object) => {
    const saved = { ...product, variant: 71, values: 'Ink / Large', options_image: [], ...more };
    const place = await rendered(ProductCard, { product: saved });
    const add = place.querySelector('a.card-add');
    return [
      place.querySelector('.card-text .quiet')?.textContent,
      add?.textContent.replace(worst, '').trim(),
      place.querySelector('.card')?.getAttribute('data-variant'),
    ];
  };
  expect(await of({})).toEqual(['Ink / Large', 'Add to bag', '71']);
  expect(await of({ isPreSale: true })).toEqual(['Ink / Large', 'Pre-order', null]);
  expect(await of({ sale_status: 0 })).toEqual(['Ink / Large', undefined, null]);
  expect(await of({ values: '' })).toEqual([undefined, 'Choose options', null]);
});

test('a card of a list shows its picture in the format that the list says [RECO-03]', async () => {
  const ratio = async (props: object) =>
    (await rendered(ProductCard, { product, ...props }))
      .querySelector('.card-frame')
      ?.getAttribute('data-ratio');
  expect([await ratio({}), await ratio({ ratio: '1:1' })]).toEqual(['3:4', '1:1']);
});

test('a price says what it was before only when that was more', async () => {
  const said = async (props: Record<string, unknown>) =>
    (await rendered(Price, props)).textContent.replace(/\s+/g, ' ').trim();
  expect(await said({ amount: 20 })).toBe('$20.00');
  expect(await said({ amount: 20, was: 20 })).toBe('$20.00');
  expect(await said({ amount: 20, was: 25 })).toMatch(/\$20\.00.*\$25\.00$/);
  expect(await said({ amount: 20, from: true })).toMatch(/^\S+ \$20\.00$/);
  const place = await rendered(Price, { amount: 20, was: 25 });
  expect([...place.querySelectorAll('[data-amount]')].map((one) => one.getAttribute('data-amount'))).toEqual([
    '20',
    '25',
  ]);
});

test('a picture names its forms, none wider than it is or than is asked for, and keeps its place', async () => {
  const place = await rendered(Picture, { picture, sizes: '50vw', max: 640 });
  const forms = [...place.querySelectorAll('source')].map((source) => [
    source.getAttribute('type'),
    source.getAttribute('sizes'),
    Math.max(
      ...[...(source.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
    ),
  ]);
  expect(forms).toEqual([
    ['image/avif', '50vw', 560],
    ['image/webp', '50vw', 560],
  ]);
  const image = place.querySelector('img')!;
  expect(['width', 'height', 'alt', 'loading'].map((name) => image.getAttribute(name))).toEqual([
    '900',
    '1200',
    worst,
    'lazy',
  ]);
  expect(await htmlOf(Picture, { picture, sizes: '50vw' })).not.toContain('onerror="alert');
});
