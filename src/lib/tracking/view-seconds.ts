/** Maximum viewing time of a page, seconds: a page that is open for longer is probably not being read (TRK-09). */
export const maxViewSeconds = 1800;

/** Returns how long a checkout page was viewed, in whole seconds (TRK-08), at most half an hour. Arguments are in ms. */
export function viewSeconds(from: number, to: number): number {
  return Math.min(maxViewSeconds, Math.max(0, Math.round((to - from) / 1000)));
}
