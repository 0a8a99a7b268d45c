const rightToLeft = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/i;

/** Returns whether a language is written from right to left. @param lang BCP 47 */
export function isRightToLeft(lang: string): boolean {
  return rightToLeft.test(lang);
}
