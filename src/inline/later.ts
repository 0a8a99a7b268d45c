/**
 * Stands at the end of the page: what is in `<template data-later>`, the page's own scripts, comes when its pictures are
 * there and painted, or when somebody acts. Before that it would take the line from what is to be seen. What is clicked
 * or chosen before the scripts are there is noted for them (lib/forms/early-events.ts).
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'change', 'scroll'] as const;
/** What styles/sections.css leaves out of the first frame, the first of them wherever it stands. */
const below = '.section, .product-more, .cards > li';
const leftOut = `${below}, .card-choice, .review`;
/** Elements of it that are laid out in a frame. */
const atOnce = 100;
const early: [string, EventTarget | null][] = [];

function start(): void {
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const place of document.querySelectorAll<HTMLTemplateElement>('template[data-later]')) {
    place.removeAttribute('data-later');
    // Not where it stood: an element between others in the body has the browser work out the styles of all of them again.
    document.head.append(place.content);
  }
}

/** Brings parts, some of them a frame: what the shopper does meanwhile does not wait. @param how `auto`: those near the window */
function bring(parts: HTMLElement[], how: 'auto' | 'visible', done?: () => void): void {
  for (let size = 0; size < atOnce && parts.length > 0; ) {
    const part = parts.shift()!;
    if (part.style.contentVisibility !== 'visible') part.style.contentVisibility = how;
    size += part.getElementsByTagName('*').length;
  }
  if (parts.length > 0) afterFrame(() => bring(parts, how, done));
  else done?.();
}

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
Object.assign(window, { earlyEvents: early });
for (const type of ['click', 'change']) {
  addEventListener(type, ({ target }) => early.length < 20 && early.push([type, target]), true);
}
for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
afterFrame(() => {
  bring(
    all(below).filter((part) => getComputedStyle(part).contentVisibility === 'hidden'),
    'auto',
  );
});
/** When something of the page has been on the screen: a frame that was made may still be waiting for it. */
function afterPaint(act: () => void): void {
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      act();
    }).observe({ type: 'paint', buffered: true });
  } else act();
}
// The first frame begins with the pictures, the second when they were handed to the screen.
addEventListener('load', () => {
  requestAnimationFrame(() => {
    afterFrame(() => {
      afterPaint(() => {
        start();
        bring(all(leftOut), 'visible', () => document.documentElement.classList.remove('soon'));
      });
    });
  });
});
