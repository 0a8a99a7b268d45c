import { describe, expect, it } from 'vitest';
import { findFirstScreenImages } from '#server/pages/first-screen-images.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(20)) as [string, string, string];
const source = (id: string, sizes: string, media = '') => {
  const srcset = [352, 800, 2880].map((width) => `/media/${id}/${width}.avif ${width}w`).join(', ');
  return `<source type="image/avif"${media} srcset="${srcset}" sizes="${sizes}">`;
};
const picture = (id: string, sizes = '100px') =>
  `<picture>${source(id, sizes)}<source type="image/webp" srcset="/media/${id}/352.webp 352w" sizes="${sizes}"></picture>`;
const avif = (...widths: number[]) => widths.map((width) => ({ width, format: 'avif' }));

describe('the forms of the first pictures of a page', () => {
  it('are those that screens choose, in AVIF', () => {
    expect(
      findFirstScreenImages(`<main><section>${picture(one)}${picture(two, '(width > 1040px) 50vw, 100px')}`),
    ).toEqual([
      { id: one, forms: avif(352) },
      { id: two, forms: avif(352, 2880, 800) },
    ]);
  });

  it('are those of the picture for telephones on these, and of the other elsewhere', () => {
    const both = `<picture>${source(one, '100px', ' media="(width &lt;= 600px)"')}${source(two, '100vw')}</picture>`;
    expect(findFirstScreenImages(`<main><section>${both}`)).toEqual([
      { id: one, forms: avif(352) },
      { id: two, forms: avif(2880) },
    ]);
  });

  it('are of one picture of a carousel and of the next ones, seven in all, and begin where the page itself does', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `a${at}`.repeat(10));
    const html = `<header>${picture(three)}</header><main><section data-carousel>${picture(one)}${picture(two)}</section><section>${ids.map((id) => picture(id)).join('')}`;
    expect(findFirstScreenImages(html).map(({ id }) => id)).toEqual([one, ...ids.slice(0, 6)]);
  });

  it('are none where a page has no picture', () => {
    expect(findFirstScreenImages('<main><p>Nothing here</p></main>')).toEqual([]);
  });
});
