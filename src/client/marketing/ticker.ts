/** The ticker of every countdown: marketing events, bars, popups, the end of a promotion (R09). */
import { api } from '#client/api/api.ts';

/** Whether the shopper wants less motion. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Calls `show` now and at each tick until nothing is left. A hidden page does not tick, and is right again when it is shown.
 * @param end ms UTC by this device's clock
 * @param show is passed the ms that are left, from a second on in whole steps; false stops it
 * @param step ms between two ticks; a second, or a minute for shoppers who want less motion
 * @returns stops it
 */
export function countDown(
  end: number,
  show: (remaining: number) => unknown,
  step = isCalm() ? 60_000 : 1000,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    const remaining = Math.max(0, end - Date.now());
    const shown = step < 1000 ? remaining : Math.ceil(remaining / step) * step;
    if (show(shown) === false || remaining === 0) stop();
    else if (!document.hidden) timer = setTimeout(tick, remaining - shown + step);
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
  document.addEventListener('visibilitychange', tick);
  tick();
  return stop;
}

/**
 * Converts an instant of the shop's clock (R53) to this device's; the two count as the same where the shop does not answer.
 * @param instant ms UTC
 */
export async function byThisClock(instant: number): Promise<number> {
  const { data } = await api('GET /api/v1/getSysTime');
  return data ? instant - data.current_time + Date.now() : instant;
}
