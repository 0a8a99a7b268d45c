/**
 * Returns whether this browser seems logged in (R42): good enough to choose links, not proof. Small, because it runs inline.
 * If storage or cookies are blocked it returns false.
 */
export function hasLogin(): boolean {
  try {
    return !!localStorage.frontToken || /(^|; )(front)?token=./i.test(document.cookie);
  } catch {
    return false;
  }
}
