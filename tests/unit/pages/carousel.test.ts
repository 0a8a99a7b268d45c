// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fetchLazyImage, slideTime } from '#client/carousel.ts';

describe('how long a slide stays', () => {
  it('is three seconds where data-speed is missing [HOME-18]', () => {
    expect([undefined, null, ''].map(slideTime)).toEqual([3000, 3000, 3000]);
  });
  it('is the seconds of data-speed, and three for what is no time [HOME-17]', () => {
    expect(['5', '0.5', 'soon', '-1', '0', 'Infinity'].map(slideTime)).toEqual([
      5000, 500, 3000, 3000, 3000, 3000,
    ]);
  });
});

describe('the lazy image behaviour', () => {
  it('fetches a picture that waits', () => {
    const image = document.createElement('img');
    image.loading = 'lazy';
    fetchLazyImage(image);
    expect(image.loading).toBe('eager');
  });
  it('refuses anything else [ERR-06]', () => {
    expect(() => fetchLazyImage(document.createElement('div'))).toThrow(
      'Lazy image works only on an <img> element',
    );
  });
});
