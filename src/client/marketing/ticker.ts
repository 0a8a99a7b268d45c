/** Timer shared by all countdowns: marketing events, bars, popups, the end of a promotion (R09). */
import { api } from '#client/api/api.ts';

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Calls `show` immediately and at each tick until the end. A hidden page does not tick, and catches up when it becomes visible.
 * @param end ms UTC, by this device's clock
 * @param show receives the remaining ms, rounded up to whole steps if a step is at least 1 s; returning false stops the countdown
 * @param step ms between ticks; by default 1 s, or 1 min for reduced motion
 * @returns a function that stops the countdown
 */
export function countDown(
  end: number,
  show: (remaining: number) => unknown,
  step = prefersReducedMotion() ? 60_000 : 1000,
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
 * Converts a time from the shop's clock to this device's clock (R53). Returns it unchanged if the shop's time cannot be fetched.
 * @param instant ms UTC
 */
export async function toDeviceTime(instant: number): Promise<number> {
  const { data } = await api('GET /api/v1/getSysTime');
  return data ? instant - data.current_time + Date.now() : instant;
}
