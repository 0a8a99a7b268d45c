/** Runs right after the header: marks the current page's link before first paint, because the HTML is the same for all URLs. */
import { isCurrentLink } from '../../lib/theme/current-link.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a')) {
  if (isCurrentLink(link.getAttribute('href') ?? '', location.pathname)) link.ariaCurrent = 'page';
}
