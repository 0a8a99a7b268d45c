/**
 * `test` for all browser tests; import it instead of Playwright's. An unexpected console error, page error, failed request or
 * report of the security policy fails the test.
 */
import { setTimeout as pause } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

interface Trouble {
  /** Messages so far. */
  seen: string[];
  /** Allows a message in this test. */
  expect(pattern: RegExp): void;
}

interface Fixtures {
  trouble: Trouble;
}

export const test = base.extend<Fixtures>({
  trouble: [
    async ({ context }, use) => {
      const seen: string[] = [];
      // The browser drops a page transition and logs it if the next page is slow; this is harmless.
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

/** Waits until the islands that hydrate on load have done so; islands that wait for intent stay unhydrated. */
export async function islandsReady(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client="intent"]):not([client="visible"])')).toHaveCount(
    0,
  );
}

/** Waits until the page's own scripts, which load after paint, have run; call it before stopping the clock. */
export async function scriptsReady(page: Page): Promise<void> {
  await expect(page.locator('template[data-later]')).toHaveCount(0);
  // Importing a loaded module again waits for it without running it twice.
  await page.evaluate(async () => {
    const modules = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
    await Promise.all([...modules].map(({ src }) => import(src)));
  });
}

/** Holds back the scripts of pages opened from now on. @returns releases them once the first has been requested */
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

/** Resizes the window and waits for the page's resize event. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  const heard = page.evaluate(
    () => new Promise((resolve) => addEventListener('resize', () => resolve(true), { once: true })),
  );
  await page.setViewportSize({ width, height });
  await heard;
}

/** Hydrates an island with `pointerenter` and waits until it is done. */
export async function hydrate(page: Page, island: string): Promise<void> {
  const element = page.locator(`astro-island[component-url*="${island}"]`).first();
  await element.dispatchEvent('pointerenter');
  await expect(element).not.toHaveAttribute('ssr');
}

/** Waits until finite animations have ended: axe would report the contrast of colours in between. */
export async function atRest(page: Page): Promise<void> {
  const resting = page.evaluate(async () => {
    const ends = (one: Animation) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime));
    const moving = document.getAnimations().filter((one) => one.playState === 'running' && ends(one));
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Animations far outside the viewport are paused and would never end.
  await Promise.race([resting, pause(1000)]);
}

/** Fails on any violation of WCAG 2.2 A and AA that axe finds. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await atRest(page);
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Legacy mode skips cross-origin frames; without it, axe opens a separate page to collect results.
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
 * Returns whether a target is really too small: axe measures only its visible part, and a sticky header can cover half of a
 * large button.
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
