import { describe, expect, it } from 'vitest';
import { firstForms } from '#server/pages/first-screens.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(20)) as [string, string, string];
const picture = (id: string) =>
  `<picture><source type="image/avif" srcset="/media/${id}/160.avif 160w, /media/${id}/320.avif 320w">` +
  `<source type="image/webp" srcset="/media/${id}/160.webp 160w"><img src="/media/${id}/960.jpeg"></picture>`;

describe('the forms of the first pictures of a page', () => {
  it('are those of its srcset in AVIF and WebP, in order', () => {
    expect(firstForms(`<main>${picture(one)}`, 1)).toEqual([
      { id: one, width: 160, format: 'avif' },
      { id: one, width: 320, format: 'avif' },
      { id: one, width: 160, format: 'webp' },
    ]);
  });

  it('end with so many pictures and the thumbnails beside them, and begin where the page itself does', () => {
    const thumb = `<img src="/media/${three}/160.webp">`;
    const html = `<link href="/media/${three}/1600.avif"><header>${picture(three)}</header><main>${picture(one)}${thumb}${picture(two)}`;
    const ids = (most: number) => [...new Set(firstForms(html, most).map(({ id }) => id))];
    expect(ids(1)).toEqual([one, three]);
    expect(ids(2)).toEqual([one, three, two]);
  });

  it('are none where a page has no picture', () => {
    expect(firstForms('<main><p>Nothing here</p></main>', 4)).toEqual([]);
  });
});
