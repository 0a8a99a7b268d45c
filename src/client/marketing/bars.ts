/** Announcement bars of a page after it has loaded: revealed when due, counting down (ANN rows, R08). */

import { afterLoad } from './after-load.ts';
import { rememberShown } from './remembered.ts';
import { byThisClock, countDown } from './ticker.ts';

/** Bars at the bottom come so many ms after load (ANN-14). */
export const bottomStart = 3000;

/** Takes over what the server has written (components/Bars.astro). */
export function takeOverBars(): void {
  followHeight();
  for (const bar of document.querySelectorAll<HTMLElement>('[data-bar]')) {
    if (!bar.classList.contains('bar-waits')) begin(bar);
    else {
      const delay = Math.max(bar.closest('.bars-bottom') ? bottomStart : 0, Number(bar.dataset.delay ?? 0));
      afterLoad(delay, () => (bar.dataset.exit === undefined ? reveal(bar) : onExit(() => reveal(bar))));
    }
  }
}

function reveal(bar: HTMLElement): void {
  if (!bar.isConnected) return;
  bar.classList.remove('bar-waits');
  begin(bar);
}

/** A bar is to be seen. One that this width does not show is not counted as shown. */
function begin(bar: HTMLElement): void {
  if (bar.getClientRects().length === 0) return;
  const { first } = rememberShown(bar.dataset.bar ?? '', Date.now());
  const place = bar.querySelector<HTMLElement>('[data-count]');
  if (place) void count(bar, place, first);
}

/** What stands at the bottom of the window stands above these bars, and the page's end can be read above them. */
function followHeight(): void {
  const place = document.querySelector<HTMLElement>('.bars-bottom');
  if (!place) return;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--bottom-bar', `${place.offsetHeight}px`);
  }).observe(place);
}

/** The mouse has left through the top of the window: no touch does that. */
function onExit(act: () => void): void {
  const root = document.documentElement;
  const hear = ({ clientY }: MouseEvent) => {
    if (clientY > 0) return;
    root.removeEventListener('mouseleave', hear);
    act();
  };
  root.addEventListener('mouseleave', hear);
}

/** @param first ms UTC, when the shopper first saw the bar */
async function count(bar: HTMLElement, place: HTMLElement, first: number): Promise<void> {
  const { ends, lasts, over = '' } = place.dataset;
  const end = ends ? await byThisClock(Number(ends)) : first + Number(lasts);
  countDown(end, (remaining) => {
    place.classList.add('bar-counts');
    if (remaining > 0) write(place, remaining);
    else {
      place.textContent = over;
      bar.querySelector('[data-copy]')?.remove();
    }
    // A bar that was closed counts no more.
    return bar.isConnected;
  });
}

/** Days, hours, minutes and seconds into the figures, which have kept their place. */
function write(place: HTMLElement, remaining: number): void {
  const seconds = Math.floor(remaining / 1000);
  const values = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  for (const [at, figure] of [...place.querySelectorAll('b')].entries()) {
    figure.textContent = String(Math.floor(values[at] ?? 0)).padStart(2, '0');
  }
}
