/** Whether the browser says no for its shopper: Do Not Track or Global Privacy Control. Nothing is stored or told then. */
export function optsOutOfTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
