/** What is read of a Lighthouse report, and what it must hold (issues 2 and 3). Pure. */
import type lighthouse from 'lighthouse';

export interface LighthouseFigures {
  /** Scores of 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** ms */
  lcp: number;
  tbt: number;
  cls: number;
  benchmarkIndex: number;
  /** Audits below their full score, outside performance. */
  open: string[];
}

/** Medians that every page is to hold: at least so many points, at most so many ms. */
export const bars = {
  performance: 99,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1500,
  tbt: 50,
  cls: 0,
} as const;

const scores = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
} as const;
const times = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const;

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
export type Report = Pick<Lhr, 'categories' | 'audits' | 'environment' | 'runtimeError'>;

/**
 * @param report the `lhr` of one run
 * @returns its figures; or, where the run brought not all of them, why, as Lighthouse says it
 */
export function figuresOf(report: Report): { figures: LighthouseFigures } | { missing: string } {
  const { categories, audits, environment, runtimeError } = report;
  if (runtimeError) return { missing: `${runtimeError.code}: ${runtimeError.message}` };
  for (const name of Object.values(times)) {
    const { numericValue, errorMessage } = audits[name] ?? {};
    if (!Number.isFinite(numericValue)) return { missing: `${name}: ${errorMessage ?? 'no figure'}` };
  }
  for (const name of Object.values(scores)) {
    const category = categories[name];
    if (typeof category?.score === 'number') continue;
    // A category has no score when one of its audits failed to run.
    const failed = (category?.auditRefs ?? []).filter(
      ({ id, weight }) => weight > 0 && audits[id]?.scoreDisplayMode === 'error',
    );
    const why = failed.map(({ id }) => `${id} (${audits[id]?.errorMessage ?? 'failed'})`);
    return { missing: `${name}: ${why.join(', ') || 'no score'}` };
  }
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  const figures = {
    performance: score(scores.performance),
    accessibility: score(scores.accessibility),
    bestPractices: score(scores.bestPractices),
    seo: score(scores.seo),
    lcp: value(times.lcp),
    tbt: value(times.tbt),
    cls: value(times.cls),
    benchmarkIndex: environment.benchmarkIndex,
    open: [scores.accessibility, scores.bestPractices, scores.seo].flatMap((name) =>
      (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) =>
        weight > 0 && (audits[id]?.score ?? 1) < 1 ? [id] : [],
      ),
    ),
  };
  return { figures };
}

/** @returns a phrase for each bar that does not hold, e.g. `LCP 1510 ms of 1500` */
export function brokenBars(figures: LighthouseFigures): string[] {
  const points = [
    ['performance', 'performance'],
    ['accessibility', 'accessibility'],
    ['bestPractices', 'best practices'],
    ['seo', 'SEO'],
  ] as const;
  const most = [
    ['lcp', 'LCP', ' ms'],
    ['tbt', 'TBT', ' ms'],
    ['cls', 'CLS', ''],
  ] as const;
  const shown = (figure: number, unit: string) => `${unit ? Math.round(figure) : figure}${unit}`;
  return [
    ...points.flatMap(([key, name]) =>
      figures[key] < bars[key] ? [`${name} ${figures[key]} of ${bars[key]}`] : [],
    ),
    ...most.flatMap(([key, name, unit]) =>
      figures[key] > bars[key] ? [`${name} ${shown(figures[key], unit)} of ${bars[key]}`] : [],
    ),
  ];
}
