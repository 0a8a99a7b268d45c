/**
 * `test` of every browser test: an unexpected console error, page error, failed request or report of the security
 * policy fails the test. Import it instead of Playwright's.
 */
import { setTimeout as pause } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

interface Trouble {
  /** What went wrong so far. */
  seen: string[];
  /** Says that a message is meant to come in this test. */
  expect(pattern: RegExp): void;
}

interface Fixtures {
  trouble: Trouble;
}

export const test = base.extend<Fixtures>({
  trouble: [
    async ({ context }, use) => {
      const seen: string[] = [];
      // The browser drops a page transition when the next page is slow; it says so, and nothing is lost.
      const expected = [/^page: Transition was (aborted|skipped)(?!.*opt-in)/];
      await context.exposeBinding('atollPolicyReport', (_source, report: string) => {
        seen.push(`security policy: ${report}`);
      });
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = `${event.effectiveDirective} blocked ${event.blockedURI || 'inline'} ${event.sample}`;
          (globalThis as unknown as { atollPolicyReport(report: string): void }).atollPolicyReport(report);
        });
      });
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => seen.push(`page: ${error.error().message}`));
      await use({ seen, expect: (pattern) => expected.push(pattern) });
      const unexpected = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'nothing went wrong in the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until the islands that are to live by themselves do; those that wait for intent are left asleep. */
export async function islandsReady(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client="intent"]):not([client="visible"])')).toHaveCount(
    0,
  );
}

/** Waits until the page's own scripts, which come after paint, have run: for tests that stop the clock or expect a delay. */
export async function scriptsReady(page: Page): Promise<void> {
  await expect(page.locator('template[data-later]')).toHaveCount(0);
  // A module that is imported again is waited for, not run twice.
  await page.evaluate(async () => {
    const modules = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
    await Promise.all([...modules].map(({ src }) => import(src)));
  });
}

/** Holds back the scripts of pages opened from now on. @returns releases them after the first was requested */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/**/*.js', async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  return async () => {
    await expect.poll(() => held, { message: 'scripts that were held' }).toBeGreaterThan(0);
    release();
  };
}

/** Gives the window another size and waits until the page has heard of it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  const heard = page.evaluate(
    () => new Promise((resolve) => addEventListener('resize', () => resolve(true), { once: true })),
  );
  await page.setViewportSize({ width, height });
  await heard;
}

/** Wakes an island by focus, as a keyboard does, and waits until it lives. */
export async function wake(page: Page, island: string): Promise<void> {
  const element = page.locator(`astro-island[component-url*="${island}"]`).first();
  await element.dispatchEvent('pointerenter');
  await expect(element).not.toHaveAttribute('ssr');
}

/** Waits until what moves or changes its colours has come to rest: halfway between two colours nothing is to be judged. */
export async function atRest(page: Page): Promise<void> {
  const resting = page.evaluate(async () => {
    const ends = (one: Animation) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime));
    const moving = document.getAnimations().filter((one) => one.playState === 'running' && ends(one));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // What is far out of the window stands still, and would never end.
  await Promise.race([resting, pause(1000)]);
}

/** Fails on any breach of WCAG 2.2 A and AA that axe can find. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await atRest(page);
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Frames of other origins need a page of its own to gather what each found.
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const summary: string[] = [];
  for (const { id, help, nodes } of violations) {
    for (const { target } of nodes) {
      const path = target.flat().join(' ');
      if (id === 'target-size' && !(await isSmallInView(page, path))) continue;
      summary.push(`${id}: ${help} (${path})`);
    }
  }
  expect(summary).toEqual([]);
}

/**
 * Whether a target is too small by itself: axe measures what it sees of it, and where the page happens to be scrolled
 * half of a large button can lie under the header.
 */
async function isSmallInView(page: Page, path: string): Promise<boolean> {
  await page
    .locator(path)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await atRest(page);
  const axe = new AxeBuilder({ page }).include(path).withRules(['target-size']).setLegacyMode();
  return (await axe.analyze()).violations.length > 0;
}
