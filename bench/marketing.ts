/** Cost of all marketing features on page speed, compared with the same shop without them. */
import { setTimeout as pause } from 'node:timers/promises';
import { measured, switchMarketingOff, switchMarketingOn } from '../tests/e2e/measured-shop.ts';
import { settled } from '../tests/e2e/weigh.ts';
import { runLighthouse } from './lighthouse.ts';
import { median } from './median.ts';
import { openShop, quiet, shopPort } from './shop.ts';

/** Wait until the pages are purged, ms. */
const purged = 3000;
const pages = ['/', measured.product];
const bars = { tbt: 15, lcp: 30, cls: 0 };

/**
 * Measures each page in pairs of runs, with and without marketing, alternating which comes first.
 * @param pairs pairs per page
 * @returns median differences of TBT and LCP in ms; for CLS the worst score
 */
export async function compareMarketing(pairs: number): Promise<Record<string, unknown>> {
  const on = await openShop(shopPort + 10);
  const off = await openShop(shopPort + 12);
  try {
    await switchMarketingOn(on.shop.env);
    await switchMarketingOff(off.shop.env);
    await pause(purged);
    const results: Record<string, unknown> = {};
    for (const path of pages) {
      await Promise.all([on, off].map(({ shop }) => settled(shop.site + path)));
      await Promise.all([on, off].map(({ shop }) => quiet(shop.pid)));
      const runs: { tbt: number; lcp: number; cls: number }[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        const figures = new Map<object, Awaited<ReturnType<typeof runLighthouse>>>();
        for (const side of pair % 2 ? [off, on] : [on, off])
          figures.set(side, await runLighthouse(side.shop.site + path, 1));
        const [with_, without] = [figures.get(on)!, figures.get(off)!];
        runs.push({
          tbt: with_.tbt - without.tbt,
          lcp: with_.lcp - without.lcp,
          cls: Math.max(with_.cls, without.cls),
        });
      }
      const middle = (name: keyof typeof bars) => median(runs.map((run) => run[name]));
      const result = {
        tbt: middle('tbt'),
        lcp: middle('lcp'),
        cls: Math.max(...runs.map(({ cls }) => cls)),
      };
      results[path] = result;
      console.log(
        `${path.padEnd(28)} ${pairs} pairs: TBT ${result.tbt.toFixed(1)} ms more ≤ ${bars.tbt}, LCP ${result.lcp.toFixed(1)} ms more ≤ ${bars.lcp}, CLS ${result.cls.toFixed(3)} = ${bars.cls}`,
      );
    }
    return results;
  } finally {
    await on.close();
    await off.close();
  }
}
