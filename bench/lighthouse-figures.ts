/** Reads the scores and times of a Lighthouse report and checks them against our limits (issues 2 and 3). Pure. */
import type lighthouse from 'lighthouse';

/** Lighthouse's id, our title, and the limit for the median of every page. Scores are out of 100. */
const scores = {
  performance: { id: 'performance', title: 'performance', bar: 99 },
  accessibility: { id: 'accessibility', title: 'accessibility', bar: 100 },
  bestPractices: { id: 'best-practices', title: 'best practices', bar: 100 },
  seo: { id: 'seo', title: 'SEO', bar: 100 },
};
const times = {
  lcp: { id: 'largest-contentful-paint', title: 'LCP', bar: 1500, unit: ' ms' },
  tbt: { id: 'total-blocking-time', title: 'TBT', bar: 50, unit: ' ms' },
  cls: { id: 'cumulative-layout-shift', title: 'CLS', bar: 0, unit: '' },
};
type Measured = keyof typeof scores | keyof typeof times;

export type LighthouseFigures = Record<Measured | 'benchmarkIndex', number> & {
  /** Ids of audits below full score, performance excluded. */
  open: string[];
};

const mapped = <Value>(measured: Record<string, Value>, figure: (entry: Value) => number) =>
  Object.fromEntries(Object.entries(measured).map(([key, entry]) => [key, figure(entry)]));

/** Limits: minimum for scores, maximum for times. */
export const bars = mapped({ ...scores, ...times }, ({ bar }) => bar) as Record<Measured, number>;

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
export type Report = Pick<Lhr, 'categories' | 'audits' | 'environment' | 'runtimeError'>;

/** Returns the figures of one run's `lhr`, or why one is missing. */
export function figuresOf(report: Report): { figures: LighthouseFigures } | { missing: string } {
  const { categories, audits, environment, runtimeError } = report;
  if (runtimeError) return { missing: `${runtimeError.code}: ${runtimeError.message}` };
  for (const { id: name } of Object.values(times)) {
    const { numericValue, errorMessage } = audits[name] ?? {};
    if (!Number.isFinite(numericValue)) return { missing: `${name}: ${errorMessage ?? 'no figure'}` };
  }
  for (const { id: name } of Object.values(scores)) {
    const category = categories[name];
    if (typeof category?.score === 'number') continue;
    // A category has no score when one of its audits failed to run.
    const failed = (category?.auditRefs ?? []).filter(
      ({ id, weight }) => weight > 0 && audits[id]?.scoreDisplayMode === 'error',
    );
    const why = failed.map(({ id }) => `${id} (${audits[id]?.errorMessage ?? 'failed'})`);
    return { missing: `${name}: ${why.join(', ') || 'no score'}` };
  }
  const figures = {
    ...mapped(scores, ({ id }) => Math.round((categories[id]?.score ?? 0) * 100)),
    ...mapped(times, ({ id }) => audits[id]?.numericValue ?? 0),
    benchmarkIndex: environment.benchmarkIndex,
    open: Object.values(scores).flatMap(({ id: name }) =>
      (name === 'performance' ? [] : (categories[name]?.auditRefs ?? [])).flatMap(({ id, weight }) =>
        weight > 0 && (audits[id]?.score ?? 1) < 1 ? [id] : [],
      ),
    ),
  };
  return { figures: figures as LighthouseFigures };
}

/** Returns a phrase for each limit exceeded, such as `LCP 1510 ms of 1500`. */
export function brokenBars(figures: LighthouseFigures): string[] {
  const tooLow = Object.entries(scores).flatMap(([key, { title, bar }]) => {
    const figure = figures[key as keyof typeof scores];
    return figure < bar ? [`${title} ${figure} of ${bar}`] : [];
  });
  const tooHigh = Object.entries(times).flatMap(([key, { title, bar, unit }]) => {
    const figure = figures[key as keyof typeof times];
    return figure > bar ? [`${title} ${unit ? Math.round(figure) : figure}${unit} of ${bar}`] : [];
  });
  return [...tooLow, ...tooHigh];
}
