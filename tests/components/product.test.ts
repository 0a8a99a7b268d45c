import { describe, expect, test } from 'vitest';
import Picture from '#components/Picture.astro';
import VariantTable from '#components/VariantTable.astro';
import { odd, rendered } from './rendered.ts';

describe('the variants of a product', () => {
  test('a row for each says its values and its price, or that it is sold out', async () => {
    const none = { original_price: [], compare_at_price: [], picture: [], sku: [] };
    const place = await rendered(
      VariantTable,
      {
        product: {
          options: [
            { name: 'Colour', style: 1, values: [{ value: odd }, { value: 'Ink' }] },
            { name: 'Size', style: 1, values: [{ value: 'S' }] },
          ],
          variants: {
            ...none,
            sku_id: [7, 8],
            choice: [
              [0, 0],
              [1, 0],
            ],
            sale_price: [2, 3],
            sale_status: [1, 0],
          },
        },
      },
      { soldOutOnly: odd },
    );
    const rows = [...place.querySelectorAll('tr')];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      [`${odd} / S`, '$2.00'],
      ['Ink / S', odd],
    ]);
    expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
      '?variant=7',
      '?variant=8',
    ]);
  });
});

test('only the picture a page is judged by is fetched at once', async () => {
  const picture = { id: 'x', width: 200, height: 250, alt: odd, color: '#fff' };
  const of = async (look: object) =>
    (await rendered(Picture, { picture, sizes: '50vw', ...look })).firstElementChild!;
  const lead = await of({ lead: true, class: 'card-picture', upright: { ...picture, id: 'y' } });
  expect(lead.className).toBe('card-picture');
  expect(
    [...lead.querySelectorAll('source')].map(({ type, media, srcset }) => [type, media, srcset]),
  ).toEqual([
    ['image/avif', '(width <= 600px)', '/media/y/200.avif 200w'],
    ['image/webp', '(width <= 600px)', '/media/y/200.webp 200w'],
    ['image/avif', '', '/media/x/200.avif 200w'],
    ['image/webp', '', '/media/x/200.webp 200w'],
  ]);
  const waits = (image: Element) =>
    ['loading', 'fetchpriority', 'decoding'].map((name) => image.getAttribute(name));
  expect(waits(lead.lastElementChild!)).toEqual([null, 'high', null]);
  expect(lead.querySelector('img')?.alt).toBe(odd);
  expect(waits((await of({})).lastElementChild!)).toEqual(['lazy', null, 'async']);
  expect(waits((await of({ beside: true, alt: '' })).lastElementChild!)).toEqual(['lazy', 'low', 'async']);
});
