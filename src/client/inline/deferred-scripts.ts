/**
 * Inlined at the end of the page: inserts the page's scripts (`<template data-later>`) once its images are loaded and painted, or
 * on the first interaction. Loaded earlier, they would compete with visible content. Earlier clicks and changes are recorded and
 * replayed (client/intent/click-replay.ts).
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'change', 'scroll'] as const;
/** Elements that styles/sections.css skips in the first rendered frame. */
const excludedSelector = '.section, .product-more, .cards > li, .card-choice, .review';
/** Maximum number of elements laid out per frame. */
const atOnce = 100;
const early: [string, WeakRef<EventTarget>][] = [];

function start(): void {
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const place of document.querySelectorAll<HTMLTemplateElement>('template[data-later]')) {
    place.removeAttribute('data-later');
    // Append to the head: inserting between siblings in the body would make the browser recalculate the styles of all of them.
    document.head.append(place.content);
  }
}

/** Renders the skipped elements in batches, so that input is handled in between. */
function bring(parts: HTMLElement[]): void {
  for (let size = 0; size < atOnce && parts.length > 0; ) {
    const part = parts.shift()!;
    part.style.contentVisibility = 'visible';
    size += part.getElementsByTagName('*').length;
  }
  if (parts.length > 0) requestAnimationFrame(() => setTimeout(bring, 0, parts));
  else document.documentElement.classList.remove('soon');
}

/**
 * Runs `act` after the first paint is reported: a rendered frame may not be on the screen yet.
 * @param maxDelay ms; some browsers support `paint` entries but never report one
 */
function afterPaint(act: () => void, maxDelay = 2000): void {
  let isOver = false;
  const once = () => {
    if (!isOver) act();
    isOver = true;
  };
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    once();
    return;
  }
  setTimeout(once, maxDelay);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    once();
  }).observe({ type: 'paint', buffered: true });
}
Object.assign(window, { earlyEvents: early });
for (const type of ['click', 'change']) {
  addEventListener(type, ({ target }) => early.push([type, new WeakRef(target!)]), true);
}
for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
// Wait for two frames: the first is rendered with all images loaded; the second starts after the first has been presented.
addEventListener('load', () => {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        afterPaint(() => {
          start();
          bring([...document.querySelectorAll<HTMLElement>(excludedSelector)]);
        });
      });
    });
  });
});
