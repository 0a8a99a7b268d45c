/**
 * Returns whether this browser seems logged in (R42). Good enough to choose which links to display, but not proof of a login. Kept
 * small, because it is inlined. Returns false if storage or cookies are blocked.
 */
export function hasLogin(): boolean {
  try {
    return !!localStorage.frontToken || /(^|; )(front)?token=./i.test(document.cookie);
  } catch {
    return false;
  }
}
