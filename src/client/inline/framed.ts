/**
 * Inlined in the head of a product page. In a quick view's iframe (R80), it sets a root class before first paint, posts messages
 * when the page is ready and when the quick view should close, and opens links in the whole window.
 */
import { framedClass, postToParent } from '../quick-view/messages.ts';

if (parent !== window && new URLSearchParams(location.search).get('p_source') === 'quick') {
  document.documentElement.classList.add(framedClass);
  addEventListener('DOMContentLoaded', () => {
    // The window now has two main landmarks, so this one needs a label.
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
