/** Pages whose clock stands: what comes by itself comes when a test says so. */
import type { Page, Request } from '@playwright/test';
import { expect, scriptsReady } from './fixtures.ts';

const loading = new WeakMap<Page, Set<Request>>();

/** What is on its way to this page is known from now on. */
export function watch(page: Page): void {
  const requests = new Set<Request>();
  loading.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => requests.delete(request));
  }
  // Of what a page sends while it is left the browser does not say that it has arrived.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && requests.clear());
}

/** Stops the clock of all pages that are opened from now on. */
export async function stopClock(page: Page): Promise<void> {
  await takeClock(page);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Gives all pages that are opened from now on, in any tab, a clock that goes on by itself and can be set forward. */
export async function takeClock(page: Page): Promise<void> {
  watch(page);
  await page.clock.install();
  // A clock of its own has no entries; delays count from the end of loading, on every page anew.
  await page.context().addInitScript(() => {
    let loadEventEnd = 0;
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'complete') loadEventEnd = Math.max(1, performance.now());
    });
    const navigation = () => ({ type: 'reload', loadEventEnd }) as unknown as PerformanceEntry;
    performance.getEntriesByType = (type) => (type === 'navigation' ? [navigation()] : []);
  });
}

/** Brings the page's scripts, which wait for a sign of the shopper where the clock stands. */
export async function wakeUp(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')));
  await scriptsReady(page);
}

export async function openStopped(page: Page, path = '/'): Promise<void> {
  await stopClock(page);
  await page.goto(path);
  await wakeUp(page);
}

/** A call is given up after 10 s: what is on its way is waited for before so many ms have passed. */
const step = 5000;

/** Lets so many ms pass, and then what they have begun: scripts that are fetched, timers that these set and that are due. */
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

/** Sets a clock that goes on by itself forward, and waits for what is due then, and for what that has begun. */
export async function skip(page: Page, time: number): Promise<void> {
  await arrived(page);
  for (const part of [time, 0, 0]) {
    await page.clock.fastForward(part);
    await arrived(page);
  }
}

/** Looks in a row that find nothing on its way: a script that has come may be run, and ask for more, a moment later. */
const quietLooks = 3;

/** Whatever is on its way has come, and the page has heard of it. */
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

/** Lets time pass until it holds: how long loading took by the real clock is not known. */
export async function passUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await holds()).toBe(true);
  }).toPass({ intervals: [10] });
}
