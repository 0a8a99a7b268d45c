/** Languages written from right to left. Pure. */

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/i;

/** @param lang BCP 47 */
export function isRightToLeft(lang: string): boolean {
  return rightToLeft.test(lang);
}
