/** Stands right after the header: what depends on the address is right before the first paint, though pages are cached without it. */
import { isCurrentLink } from '../../lib/theme/current-link.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a')) {
  if (isCurrentLink(link.getAttribute('href') ?? '', location.pathname)) link.ariaCurrent = 'page';
}
