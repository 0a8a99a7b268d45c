/** The header's scripts. Code that is not needed immediately loads on interaction. */

import { earlyTargets } from '#client/intent/click-replay.ts';
import { isPlainClick } from '#client/page/is-plain-click.ts';
import { mountMenu } from './mount-menu.ts';
import { mountSearchForms, mountSearchPanel } from './search-form.ts';

export function mountHeader(): void {
  mountSearchForms();
  const header = document.getElementById('header');
  if (!header) return;
  mountMenu(header);
  const mark = document.querySelector('.stick-mark');
  if (mark) mountSticky(header, mark);
  const panel = document.getElementById('search');
  if (panel) mountSearchPanel(panel);
  const notice = document.querySelector('.notice');
  if (notice) mountNotice(notice);
  const place = header.querySelector<HTMLElement>('[data-language-widget]');
  if (place) void import('../language/find-widget.ts').then((widget) => widget.placeLanguageWidget(place));
  const login = document.querySelector('.logged-in') && import('./login.ts');
  const isLogout = (target: Element) => target.closest('[data-logout]') !== null;
  const leave = () => void login?.then(({ logOut }) => logOut());
  header.addEventListener('click', ({ target }) => isLogout(target as Element) && leave());
  if (earlyTargets('click', header).some(isLogout)) leave();
}

/**
 * Makes the header sticky once the page is scrolled 15 px past the header's height (R21, HDR-31 to HDR-34).
 * @param mark element that spans from the top of the page to the scroll position where the header becomes sticky
 */
export function mountSticky(header: HTMLElement, mark: Element): void {
  let isFirst = true;
  new IntersectionObserver(([entry]) => {
    const top = header.getBoundingClientRect().top;
    header.classList.toggle('header-stuck', !entry?.isIntersecting);
    const from = Math.max(top - header.getBoundingClientRect().top, -header.offsetHeight);
    if (!isFirst && from !== 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      header.animate({ translate: [`0 ${from}px`, '0 0'] }, { duration: 200, easing: 'ease-out' });
    }
    isFirst = false;
  }).observe(mark);
}

/** Delay between a click in the notice bar and the navigation, ms (HDR-30). */
export const noticeDelay = 200;

/** Delays navigation from the notice bar. The browser handles clicks that open a new tab or window. */
export function mountNotice(
  notice: Element,
  go: (href: string) => void = (href) => location.assign(href),
): void {
  notice.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || link.target || !isPlainClick(event as MouseEvent)) return;
    event.preventDefault();
    setTimeout(go, noticeDelay, link.href);
  });
}
