/**
 * Whether this browser has a login (R42): a sign to choose links by, proof of nothing. Small, because it runs inline.
 * Where storage or cookies are forbidden there is none.
 */
export function hasLogin(): boolean {
  try {
    return !!localStorage.frontToken || /(^|; )(front)?token=./i.test(document.cookie);
  } catch {
    return false;
  }
}
