/**
 * Inlined right after the header: marks the current page's menu link before first paint, because the header's HTML is the same on
 * all pages.
 */
import { isCurrentLink } from '../../lib/theme/current-link.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a')) {
  if (isCurrentLink(link.getAttribute('href') ?? '', location.pathname)) link.ariaCurrent = 'page';
}
