import { useEffect, useState } from 'react';
import { api } from '#client/api.ts';
import { countdownStatus } from '#lib/marketing/countdown.ts';
import type { Count } from '#lib/marketing/popup-count.ts';
import { unitTime } from '#lib/marketing/time-left.ts';

/** A popup's countdown moves so often, ms (POP-54). */
const tick = 1000;

/**
 * What is left of a popup's countdown, ms; null where there is none, or its end is not known yet. By the shop's clock where the
 * end is an instant (R53); for who wants less motion in whole minutes.
 * @param first ms UTC, when the shopper first saw the popup
 */
export function useLeft(count: Count | null, first: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!count) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const step = matchMedia('(prefers-reduced-motion: reduce)').matches ? unitTime(1, 2) : tick;
    const run = (end: number) => {
      if (isGone) return;
      const now = end - Date.now();
      const shown = Math.ceil(now / step) * step;
      setLeft(Math.max(0, shown));
      if (countdownStatus(now) === 2) timer = setTimeout(run, now - (shown - step), end);
    };
    if ('lasts' in count) run(first + count.lasts);
    else void endOf(count.ends).then(run);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [count, first]);
  return left;
}

/** By this device's clock; the shop's is taken for the same where it does not say. */
async function endOf(ends: number): Promise<number> {
  const { data } = await api('GET /api/v1/getSysTime');
  return data ? ends - data.current_time + Date.now() : ends;
}
