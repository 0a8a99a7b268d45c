/**
 * Runs right after the header: marks the current page's link before first paint, because cached pages do not depend on the URL.
 */
import { isCurrentLink } from '../../lib/theme/current-link.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a')) {
  if (isCurrentLink(link.getAttribute('href') ?? '', location.pathname)) link.ariaCurrent = 'page';
}
