// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchLazyImage, mountCarousels, parseSlideDuration } from '#client/carousel/carousel.ts';

describe('how long a slide stays', () => {
  it('is three seconds where data-speed is missing [HOME-18]', () => {
    expect([undefined, null, ''].map(parseSlideDuration)).toEqual([3000, 3000, 3000]);
  });
  it('is the seconds of data-speed, and three for what is no time [HOME-17]', () => {
    expect(['5', '0.5', 'soon', '-1', '0', 'Infinity'].map(parseSlideDuration)).toEqual([
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

describe('a press on pause before the carousel’s script is there', () => {
  afterEach(() => {
    delete (window as { earlyEvents?: unknown }).earlyEvents;
    vi.unstubAllGlobals();
  });

  it.each([
    [1, true],
    [2, false],
  ])('%s times stops it: %s (WCAG 2.2.2) [HOME-18]', (times, isStopped) => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn() }));
    document.body.innerHTML = `<div data-carousel data-autoplay><div data-track><i></i><i></i></div>
      <button data-pause data-play="Play" aria-label="Pause"></button></div>`;
    const button = document.querySelector('button')!;
    Object.assign(window, { earlyEvents: Array(times).fill(['click', new WeakRef(button)]) });
    mountCarousels();
    const root = document.querySelector('[data-carousel]')!;
    expect(root.classList.contains('carousel-stopped')).toBe(isStopped);
  });
});

it('stands still while a card’s options are open, and moves again when they close [CARD-15]', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn() }));
  document.body.innerHTML = `<div data-carousel data-autoplay data-speed="1"><ul data-track><li></li><li></li></ul></div>`;
  const scrollBy = vi.fn();
  Object.assign(document.querySelector('[data-track]')!, { scrollBy });
  const root = document.querySelector('[data-carousel]')!;
  mountCarousels();
  root.dispatchEvent(new Event('carousel:pause'));
  vi.advanceTimersByTime(3000);
  expect(scrollBy).not.toHaveBeenCalled();
  root.dispatchEvent(new Event('carousel:resume'));
  vi.advanceTimersByTime(1000);
  expect(scrollBy).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
