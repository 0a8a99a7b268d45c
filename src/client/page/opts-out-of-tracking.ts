/** Returns whether the browser opts out of tracking (Do Not Track or Global Privacy Control). If so, nothing is stored or sent. */
export function optsOutOfTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
