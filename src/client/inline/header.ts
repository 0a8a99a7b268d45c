/** Stands right after the header: what depends on the address is right before the first paint, though pages are kept without it. */
import { isEditMode } from '../../lib/pages/edit-mode.ts';
import { isCurrentLink } from '../../lib/theme/current-link.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a')) {
  if (isCurrentLink(link.getAttribute('href') ?? '', location.pathname)) link.ariaCurrent = 'page';
}
// The editor shows the notice bar where it belongs to the header (HDR-29).
const notice = document.querySelector('.top > .notice');
if (notice && isEditMode(location.search)) document.getElementById('header')?.prepend(notice);
