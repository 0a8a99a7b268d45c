import { describe, expect, test } from 'vitest';
import { bars, brokenBars, figuresOf, type Report } from '../../../bench/lighthouse-figures.ts';

const audit = (numericValue?: number, errorMessage?: string) => ({ numericValue, errorMessage, score: 1 });
const category = (score: number | null, ids: string[] = []) => ({
  score,
  auditRefs: ids.map((id) => ({ id, weight: 1 })),
});

function report(more: { audits?: object; categories?: object; runtimeError?: object } = {}): Report {
  return {
    audits: {
      'largest-contentful-paint': audit(1210),
      'total-blocking-time': audit(12),
      'cumulative-layout-shift': audit(0),
      ...more.audits,
    },
    categories: {
      performance: category(0.994),
      accessibility: category(1),
      'best-practices': category(1),
      seo: category(1),
      ...more.categories,
    },
    environment: { benchmarkIndex: 1500 },
    ...(more.runtimeError && { runtimeError: more.runtimeError }),
  } as unknown as Report;
}

describe('the figures of a Lighthouse run', () => {
  test('are whole when every audit ran', () => {
    expect(figuresOf(report())).toEqual({
      figures: {
        performance: 99,
        accessibility: 100,
        bestPractices: 100,
        seo: 100,
        lcp: 1210,
        tbt: 12,
        cls: 0,
        benchmarkIndex: 1500,
        open: [],
      },
    });
  });

  test('are none when one is missing, with what Lighthouse says of it', () => {
    const noLcp = report({ audits: { 'largest-contentful-paint': audit(undefined, 'NO_LCP') } });
    expect(figuresOf(noLcp)).toEqual({ missing: 'largest-contentful-paint: NO_LCP' });
    const noTbt = report({ audits: { 'total-blocking-time': audit(Number.NaN) } });
    expect(figuresOf(noTbt)).toEqual({ missing: 'total-blocking-time: no figure' });
    const crashed = report({ runtimeError: { code: 'NO_FCP', message: 'nothing was painted' } });
    expect(figuresOf(crashed)).toEqual({ missing: 'NO_FCP: nothing was painted' });
  });

  test('are none when a category has no score, with the audit that failed', () => {
    const failed = report({
      categories: { seo: category(null, ['is-crawlable']) },
      audits: { 'is-crawlable': { score: null, scoreDisplayMode: 'error', errorMessage: 'no robots' } },
    });
    expect(figuresOf(failed)).toEqual({ missing: 'seo: is-crawlable (no robots)' });
  });
});

test('names each bar that does not hold, and none that just holds', () => {
  const just = { ...bars, benchmarkIndex: 1500, open: [] };
  expect(brokenBars(just)).toEqual([]);
  expect(brokenBars({ ...just, performance: 98, lcp: 1510.4, cls: 0.002 })).toEqual([
    'performance 98 of 99',
    'LCP 1510 ms of 1500',
    'CLS 0.002 of 0',
  ]);
});
