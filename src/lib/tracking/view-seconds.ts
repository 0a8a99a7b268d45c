/** How long a checkout page was looked at (TRK-08). */

/** 30 minutes: who leaves the page open is not reading it (TRK-09). */
export const maxViewSeconds = 1800;

/** Whole seconds from one instant to another, both ms; at most half an hour. */
export function viewSeconds(from: number, to: number): number {
  return Math.min(maxViewSeconds, Math.max(0, Math.round((to - from) / 1000)));
}
