// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { dayWriter } from '#lib/pages/dates.ts';
import { optionChoices } from '#lib/pages/option-choices.ts';
import { pictureHtml } from '#lib/pages/picture-html.ts';
import { reviewList } from '#lib/pages/review-list.ts';
import { variantRows } from '#lib/pages/variant-rows.ts';

const odd = '<b>&"';

/** The HTML as a browser reads it. */
function read(html: string, around = 'div'): Element {
  const place = document.createElement(around);
  place.innerHTML = html;
  return place;
}

describe('HTML written at once', () => {
  test('a row for each variant says its values and its price, or that it is sold out', () => {
    const none = { original_price: [], compare_at_price: [], picture: [], sku: [] };
    const rows = read(
      variantRows(
        {
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
        (amount) => `<${amount}>`,
        'Sold out',
      ),
      'tbody',
    );
    expect([...rows.children].map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      [`${odd} / S`, '<2>'],
      ['Ink / S', 'Sold out'],
    ]);
    expect([...rows.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '?variant=7',
      '?variant=8',
    ]);
  });

  test('a value is chosen, sold out, not to be had or none of it; it shows its picture or its colour', () => {
    const none = { sale_price: [], original_price: [], compare_at_price: [], picture: [], sku: [] };
    const choice = [
      [0, 0],
      [1, 0],
      [2, 1],
    ];
    const table = { ...none, sku_id: [7, 8, 9], choice, sale_status: [1, 0, 1] as (0 | 1)[] };
    const picture = { id: 'x', width: 9, height: 9, alt: '', color: '' };
    const values = [{ value: odd, picture }, { value: 'Ink', styleValue: odd }, { value: 'Oat' }];
    const of = (style: 1 | 2 | 3) => read(optionChoices({ name: 'Glaze', style, values }, 0, table, [0, 0]));
    const said = (label: Element) => {
      const { checked, disabled, value } = label.querySelector('input')!;
      return [label.className, value, checked, disabled, label.textContent];
    };
    expect([...of(1).children].map(said)).toEqual([
      ['option', '0', true, false, odd],
      ['option option-sold-out', '1', false, false, 'Ink'],
      ['option', '2', false, true, 'Oat'],
    ]);
    const [first, second] = of(2).children;
    expect([first?.className, first?.textContent, second?.textContent]).toEqual([
      'option option-picture',
      '',
      'Ink',
    ]);
    expect(first?.querySelector('input')?.getAttribute('aria-label')).toBe(odd);
    expect(first?.querySelector('img')?.outerHTML).toContain('/media/x/160.webp');
    expect([...of(3).querySelectorAll('circle')].map((dot) => dot.getAttribute('fill'))).toEqual([odd]);
  });

  test('a review says nothing but what it says, whatever was written into it', () => {
    const review = {
      ...{ id: 5, nickname: odd, star: 4, content: `${odd}<script>`, like_num: 2, liked: false },
      ...{
        is_verified: true,
        created_at: Date.UTC(2026, 0, 2, 23),
        images: ['/media/upload/a.jpeg', `/${odd}`],
      },
    };
    const words = {
      ...{ stars: `{stars} ${odd}`, verifiedPurchase: odd, helpful: odd },
      reviewPicture: '{number} of {count} by {name}',
    };
    const list = read(
      reviewList(
        [review, { ...review, images: [], is_verified: false, like_num: 0 }],
        words,
        dayWriter('en'),
      ),
    );
    const [first, second] = [...list.children];
    expect(first?.querySelector('svg')?.getAttribute('aria-label')).toBe(`4 ${odd}`);
    expect(first?.querySelector('p')?.textContent).toBe(`${odd}<script>`);
    expect(first?.querySelector('.review-meta')?.textContent).toBe(`${odd}${odd}January 2, 2026${odd} 2`);
    expect(first?.querySelector('button')?.value).toBe('5');
    expect([...first!.querySelectorAll('img')].map(({ alt }) => alt)).toEqual([
      `1 of 2 by ${odd}`,
      `2 of 2 by ${odd}`,
    ]);
    expect(first?.querySelectorAll('a')[1]?.getAttribute('href')).toBe(`/${odd}`);
    expect(second?.querySelectorAll('.verified, .review-pictures')).toHaveLength(0);
    expect(second?.querySelector('.review-meta')?.textContent).toBe(`${odd}January 2, 2026${odd} `);
  });

  test('days are the same whichever instant of them was written first', () => {
    const day = dayWriter('de');
    const texts = [0, 23, 24].map((hour) => day(Date.UTC(2026, 1, 28, hour)));
    expect(texts).toEqual(['28. Februar 2026', '28. Februar 2026', '1. März 2026']);
  });

  test('only the picture a page is judged by is fetched at once', () => {
    const picture = { id: 'x', width: 200, height: 250, alt: odd, color: '#fff' };
    const of = (look: object) => read(pictureHtml({ picture, sizes: '50vw', ...look })).firstElementChild!;
    const lead = of({ lead: true, class: 'card-picture', upright: { ...picture, id: 'y' } });
    expect(lead.className).toBe('card-picture');
    expect(
      [...lead.querySelectorAll('source')].map(({ type, media, srcset }) => [type, media, srcset]),
    ).toEqual([
      ['image/avif', '(width <= 600px)', '/media/y/160.avif 160w, /media/y/200.avif 200w'],
      ['image/webp', '(width <= 600px)', '/media/y/160.webp 160w, /media/y/200.webp 200w'],
      ['image/avif', '', '/media/x/160.avif 160w, /media/x/200.avif 200w'],
      ['image/webp', '', '/media/x/160.webp 160w, /media/x/200.webp 200w'],
    ]);
    const waits = (image: Element) =>
      ['loading', 'fetchpriority', 'decoding'].map((name) => image.getAttribute(name));
    expect(waits(lead.lastElementChild!)).toEqual([null, 'high', null]);
    expect(lead.querySelector('img')?.alt).toBe(odd);
    expect(waits(of({}).lastElementChild!)).toEqual(['lazy', null, 'async']);
    expect(waits(of({ beside: true, alt: '' }).lastElementChild!)).toEqual(['lazy', 'low', 'async']);
  });
});
