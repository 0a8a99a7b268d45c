/**
 * In the head of a product's page: in a quick view's frame (R80) the page is marked before its first paint, says when it
 * is there and when it is to be closed, and its links lead the whole window on.
 */
import { framedClass, postToParent } from '../quick-view/messages.ts';

if (parent !== window && new URLSearchParams(location.search).get('p_source') === 'quick') {
  document.documentElement.classList.add(framedClass);
  addEventListener('DOMContentLoaded', () => {
    // Two contents in one window: this one needs a name.
    document.querySelector('main')?.setAttribute('aria-label', document.title);
    postToParent({ event: 'ready' });
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open],:popover-open')) return;
    postToParent({ event: 'close' });
  });
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
      if (link && !link.getAttribute('href')?.startsWith('#')) link.target ||= '_top';
    },
    true,
  );
}
