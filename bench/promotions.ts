/** CPU cost of the promotions engine per bag, compared with one bare node:http response, and how it grows. */
import { execFileSync } from 'node:child_process';
import { requestHead } from './load.ts';
import { median } from './median.ts';
import { barePort, measure, startBare } from './requests.ts';

interface Priced {
  lines: number;
  promotions: number;
  micros: number;
}

/** Returns the cost for each size, the largest one's ratio to bare node:http, and the exponent of growth. */
export async function measurePromotions(runs: number, requests: number) {
  const body = Buffer.from('{"code":0,"msg":"","data":{}}');
  const baseline = await startBare(body, [
    'content-type',
    'application/json',
    'content-length',
    String(body.length),
  ]);
  const bare: number[] = [];
  const priced: Priced[][] = [];
  try {
    // The first run warms up both and is not counted.
    for (let run = 0; run <= runs; run += 1) {
      const answer = await measure(baseline.pid, barePort, Array(requests).fill(requestHead('/', 'br')));
      const sizes = JSON.parse(
        execFileSync(process.execPath, ['bench/promotions-process.ts', '300'], { encoding: 'utf8' }),
      ) as Priced[];
      if (run === 0) continue;
      bare.push(answer);
      priced.push(sizes);
    }
  } finally {
    baseline.stop();
  }
  const sizes = priced[0]!.map(({ lines, promotions }, index) => ({
    lines,
    promotions,
    micros: median(priced.map((run) => run[index]!.micros)),
  }));
  const largest = sizes.at(-1)!;
  return {
    sizes,
    bare: median(bare),
    ratio: median(priced.map((run, index) => run.at(-1)!.micros / bare[index]!)),
    exponent: slopeOf(
      sizes.map(({ lines, promotions, micros }) => [Math.log(lines * promotions), Math.log(micros)]),
    ),
    /** ns per line and promotion in the largest bag. */
    each: (largest.micros * 1000) / (largest.lines * largest.promotions),
  };
}

/** Least-squares slope. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((all, point) => all + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((all, point) => all + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((all, point) => all + (point[0] - x) ** 2, 0);
}
