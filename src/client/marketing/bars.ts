/** Displays announcement bars that appear after a delay or on exit intent, and runs the countdowns in bars (requirements ANN-*, R08). */

import { afterLoad } from './after-load.ts';
import { recordPopupShown } from './popup-records.ts';
import { countDown, toDeviceTime } from './ticker.ts';

/** Minimum delay before bottom bars appear, ms after page load (ANN-14). */
export const bottomBarDelay = 3000;

/** Mounts the server-rendered announcement bars (components/Bars.astro). */
export function mountBars(): void {
  followHeight();
  for (const bar of document.querySelectorAll<HTMLElement>('[data-bar]')) {
    if (!bar.classList.contains('bar-waits')) begin(bar);
    else {
      const delay = Math.max(
        bar.closest('.bars-bottom') ? bottomBarDelay : 0,
        Number(bar.dataset.delay ?? 0),
      );
      afterLoad(delay, () => (bar.dataset.exit === undefined ? reveal(bar) : onExit(() => reveal(bar))));
    }
  }
}

function reveal(bar: HTMLElement): void {
  if (!bar.isConnected) return;
  bar.classList.remove('bar-waits');
  begin(bar);
}

/** Records that a bar was displayed and starts its countdown, unless the bar is hidden at this screen width. */
function begin(bar: HTMLElement): void {
  if (bar.getClientRects().length === 0) return;
  const { first } = recordPopupShown(bar.dataset.bar ?? '', Date.now());
  const place = bar.querySelector<HTMLElement>('[data-count]');
  if (place) void count(bar, place, first);
}

/** Sets `--bottom-bar` to the height of the bottom bars, so that other fixed elements and the end of the page stay above them. */
function followHeight(): void {
  const place = document.querySelector<HTMLElement>('.bars-bottom');
  if (!place) return;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--bottom-bar', `${place.offsetHeight}px`);
  }).observe(place);
}

/** Calls `act` once, when the mouse leaves through the top of the window (exit intent); never on touch devices. */
function onExit(act: () => void): void {
  const root = document.documentElement;
  const onMouseLeave = ({ clientY }: MouseEvent) => {
    if (clientY > 0) return;
    root.removeEventListener('mouseleave', onMouseLeave);
    act();
  };
  root.addEventListener('mouseleave', onMouseLeave);
}

/** Runs a bar's countdown. @param first time when the shopper first saw the bar, ms UTC */
async function count(bar: HTMLElement, place: HTMLElement, first: number): Promise<void> {
  const { ends, lasts, over = '' } = place.dataset;
  const end = ends ? await toDeviceTime(Number(ends)) : first + Number(lasts);
  countDown(end, (remaining) => {
    place.classList.add('bar-counts');
    if (remaining > 0) write(place, remaining);
    else {
      place.textContent = over;
      bar.querySelector('[data-copy]')?.remove();
    }
    return bar.isConnected;
  });
}

/** Writes days, hours, minutes and seconds into the countdown's digit elements. */
function write(place: HTMLElement, remaining: number): void {
  const seconds = Math.floor(remaining / 1000);
  const values = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  for (const [at, figure] of [...place.querySelectorAll('b')].entries()) {
    figure.textContent = String(Math.floor(values[at] ?? 0)).padStart(2, '0');
  }
}
