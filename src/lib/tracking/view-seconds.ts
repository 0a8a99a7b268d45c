/** 30 minutes: a page open for longer is probably not being read (TRK-09). */
export const maxViewSeconds = 1800;

/** Returns the whole seconds a checkout page was viewed (TRK-08), at most half an hour. Arguments in ms. */
export function viewSeconds(from: number, to: number): number {
  return Math.min(maxViewSeconds, Math.max(0, Math.round((to - from) / 1000)));
}
