/** Lighthouse as it is pinned here: simulated mobile, the median run of five by performance, with its benchmarkIndex. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';
import { median } from './median.ts';

export interface LighthouseFigures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** ms */
  lcp: number;
  tbt: number;
  cls: number;
  benchmarkIndex: number;
  /** Audits below their full score in the last run, outside performance. */
  open: string[];
}

export async function runLighthouse(address: string, runs: number): Promise<LighthouseFigures> {
  const chromePath = await findChromium();
  const all: LighthouseFigures[] = [];
  for (let run = 0; run < runs; run += 1) {
    const chrome = await launch({
      ...(chromePath && { chromePath }),
      chromeFlags: ['--headless=new', ...chromiumFlags],
    });
    try {
      const result = await lighthouse(address, { port: chrome.port, logLevel: 'error' });
      if (!result) throw new Error(`Lighthouse gave nothing for ${address}`);
      const { categories, audits, environment } = result.lhr;
      const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
      const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
      all.push({
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
        lcp: value('largest-contentful-paint'),
        tbt: value('total-blocking-time'),
        cls: value('cumulative-layout-shift'),
        benchmarkIndex: environment.benchmarkIndex,
        open: ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
          (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) =>
            weight > 0 && (audits[id]?.score ?? 1) < 1 ? [id] : [],
          ),
        ),
      });
    } finally {
      await chrome.kill();
    }
  }
  const middle = (pick: (figures: LighthouseFigures) => number) => median(all.map(pick));
  return {
    performance: middle((figures) => figures.performance),
    accessibility: middle((figures) => figures.accessibility),
    bestPractices: middle((figures) => figures.bestPractices),
    seo: middle((figures) => figures.seo),
    lcp: middle((figures) => figures.lcp),
    tbt: middle((figures) => figures.tbt),
    cls: middle((figures) => figures.cls),
    benchmarkIndex: middle((figures) => figures.benchmarkIndex),
    open: all.at(-1)?.open ?? [],
  };
}
