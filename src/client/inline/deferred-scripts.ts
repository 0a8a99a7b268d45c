/**
 * Stands at the end of the page: what is in `<template data-later>`, the page's own scripts, comes when its pictures are
 * there and painted, or when the visitor acts. Before that it would take the line from what is to be seen. What is clicked
 * or chosen before the scripts are there is noted for them (client/intent/click-replay.ts).
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'change', 'scroll'] as const;
/** What styles/sections.css leaves out of the first frame. */
const leftOut = '.section, .product-more, .cards > li, .card-choice, .review';
/** Elements of it that are laid out in a frame. */
const atOnce = 100;
/** Weak references, so that a list that is replaced can be freed. */
const early: [string, WeakRef<EventTarget>][] = [];

function start(): void {
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const place of document.querySelectorAll<HTMLTemplateElement>('template[data-later]')) {
    place.removeAttribute('data-later');
    // Not where it stood: an element between others in the body has the browser work out the styles of all of them again.
    document.head.append(place.content);
  }
}

/** Brings what was left out, some of it a frame: what the shopper does meanwhile does not wait. */
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
 * Acts when something of the page has been on the screen: a frame that was made may still be waiting for it.
 * @param longest ms; not every browser that knows the sign gives it
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
// The first frame begins with the pictures, the second when they were handed to the screen.
addEventListener('load', () => {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        afterPaint(() => {
          start();
          bring([...document.querySelectorAll<HTMLElement>(leftOut)]);
        });
      });
    });
  });
});
