/**
 * Stands at the end of the page: what is in `<template data-later>`, the page's own scripts, comes when its pictures are
 * there and painted, or when somebody acts. Before that it would take the line from what is to be seen. What is clicked
 * or chosen before the scripts are there is noted for them (lib/forms/early-events.ts).
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'change', 'scroll'] as const;
const early: [string, EventTarget | null][] = [];

function start(): void {
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const place of document.querySelectorAll<HTMLTemplateElement>('template[data-later]')) {
    place.removeAttribute('data-later');
    // Not where it stood: an element between others in the body has the browser work out the styles of all of them again.
    document.head.append(place.content);
  }
}

/** A few parts at a time: what the shopper does meanwhile does not wait. */
function layOutTheRest(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.card-choice, .review, .footer')];
  const some = () => {
    for (const part of parts.splice(0, 4)) part.style.contentVisibility = 'visible';
    if (parts.length > 0) requestAnimationFrame(() => setTimeout(some));
    else document.documentElement.classList.remove('soon');
  };
  some();
}
Object.assign(window, { earlyEvents: early });
for (const type of ['click', 'change']) {
  addEventListener(type, ({ target }) => early.length < 20 && early.push([type, target]), true);
}
for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
// The first frame begins with the pictures, the second when they were handed to the screen.
addEventListener('load', () => {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        start();
        layOutTheRest();
      });
    });
  });
});
