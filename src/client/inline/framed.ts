/**
 * In the head of a product page: inside a quick view's frame (R80) it marks the page before first paint, posts when it is ready
 * and when it should close, and opens links in the whole window.
 */
import { framedClass, postToParent } from '../quick-view/messages.ts';

if (parent !== window && new URLSearchParams(location.search).get('p_source') === 'quick') {
  document.documentElement.classList.add(framedClass);
  addEventListener('DOMContentLoaded', () => {
    // Two main landmarks in one window: this one needs a name.
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
