/** Pages with a stopped clock: timers fire only when a test advances it. */
import type { Page, Request } from '@playwright/test';
import { expect, scriptsReady } from './fixtures.ts';

const loading = new WeakMap<Page, Set<Request>>();

/** Tracks the page's pending requests from now on. */
export function watch(page: Page): void {
  const requests = new Set<Request>();
  loading.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => requests.delete(request));
  }
  // For requests sent while a page unloads, the browser reports no end.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && requests.clear());
}

/** Stops the clock of all pages opened from now on. */
export async function stopClock(page: Page): Promise<void> {
  await takeClock(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Gives all pages opened from now on, in any tab, a running clock that tests can advance. */
export async function takeClock(page: Page): Promise<void> {
  watch(page);
  await page.clock.install();
  // The fake clock has no navigation entries, but delays count from loadEventEnd of each page.
  await page.context().addInitScript(() => {
    let loadEventEnd = 0;
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'complete') loadEventEnd = Math.max(1, performance.now());
    });
    const navigation = () => ({ type: 'reload', loadEventEnd }) as unknown as PerformanceEntry;
    performance.getEntriesByType = (type) => (type === 'navigation' ? [navigation()] : []);
  });
}

/** Loads the page's scripts, which wait for input while the clock is stopped. */
export async function wakeUp(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')));
  await scriptsReady(page);
}

export async function openStopped(page: Page, path = '/'): Promise<void> {
  await stopClock(page);
  await page.goto(path);
  await wakeUp(page);
}

/** ms per step. Requests time out after 10 s, so `pass` waits for pending ones within that time. */
const step = 5000;

/** Advances the clock by this many ms, then waits for what that started: scripts, and the timers they set. */
export async function pass(page: Page, time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += step) {
    await page.clock.runFor(Math.min(step, time - passed));
    await arrived(page);
  }
  for (let turn = 0; turn < 4; turn += 1) {
    await page.clock.runFor(1);
    await arrived(page);
  }
}

/** Advances a running clock by this many ms, and waits for what that started. */
export async function skip(page: Page, time: number): Promise<void> {
  await arrived(page);
  for (const part of [time, 0, 0]) {
    await page.clock.fastForward(part);
    await arrived(page);
  }
}

/** Required number of checks in a row without a pending request: a loaded script may run and request more a moment later. */
const quietLooks = 3;

/** Waits until all pending requests have arrived and the page has handled them. */
async function arrived(page: Page): Promise<void> {
  for (let quiet = 0; quiet < quietLooks; quiet += 1) {
    if (loading.get(page)?.size !== 0) quiet = 0;
    await expect.poll(() => loading.get(page)?.size).toBe(0);
    await turn(page);
  }
}

async function turn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      }),
  );
}

/** Advances the clock until the condition holds, because the real loading time varies. */
export async function passUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await holds()).toBe(true);
  }).toPass({ intervals: [10] });
}
