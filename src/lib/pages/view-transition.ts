/**
 * Pages fade into each other. The rule is the first style of every page: Chromium looks for it as soon as any stylesheet has arrived,
 * whichever comes first, and reports an error on a page that does not seem to take part. Its hash is in the page's policy
 * (server/pages/page-scripts.ts).
 */
export const viewTransition =
  '@view-transition{navigation:auto}@media (prefers-reduced-motion:reduce){@view-transition{navigation:none}}';
