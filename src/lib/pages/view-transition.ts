/**
 * CSS for a cross-fade between pages. The rule must be the first style of every page: Chromium checks for it as soon as any stylesheet
 * arrives and reports an error on a page that does not opt in. Its hash is in the page's Content-Security-Policy
 * (server/pages/page-scripts.ts).
 */
export const viewTransitionCss =
  '@view-transition{navigation:auto}@media (prefers-reduced-motion:reduce){@view-transition{navigation:none}}';
